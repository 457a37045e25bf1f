// Loaded before a simulated script: an uncaught error ends it with a line that names the error, and timers run on a
// clock of their own, so that a busy machine changes nothing. Between two timers the real event loop turns once.
"use strict";
process.on("uncaughtException", (error) => {
  process.stdout.write("Uncaught " + error.name + "\n");
  process.exit(0);
});

let now = 0;
const waiting = [];

function next() {
  waiting.sort((one, other) => one.due - other.due); // stable: timers due together run in the order of their start
  const timer = waiting.shift();
  if (waiting.length > 0) setImmediate(next);
  now = timer.due;
  timer.run();
}

globalThis.setTimeout = (callback, milliseconds = 0, ...values) => {
  if (waiting.length === 0) setImmediate(next);
  waiting.push({ due: now + Math.max(1, milliseconds), run: () => callback(...values) });
};
