// Reads requests as JSON, runs them as scripts of one realm, prints what each of them printed as JSON.
"use strict";
const { readFileSync } = require("node:fs");
const { format } = require("node:util");
const vm = require("node:vm");

let lines = [];
const realm = vm.createContext({ console: { log: (...values) => lines.push(format(...values)) } });

function reply(source) {
  lines = [];
  try {
    lines.push("< " + JSON.stringify(vm.runInContext(source, realm)));
  } catch (error) {
    lines.push("x " + error.name);
  }
  return lines.join("\n");
}

process.stdout.write(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(reply)));
