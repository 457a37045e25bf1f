"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const create = (tag, text, look) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (look) element.className = look;
    return element;
  };
  const { sheet, rubric, menu, entries } = JSON.parse(byId("data").textContent);
  const pairs = entries[0].texts.length === 2 && entries[0].texts[1][0] === "response_b", clues = entries[0].texts[0][0] === "word";
  const NAMES = { response: "Reply to be rated", response_a: "Candidate A", response_b: "Candidate B", word: "Word", clue: "Clue to be judged" };
  const WORDS = pairs ? { A: "A is better", B: "B is better", C: "Neither is better" } : {};
  const bands = rubric.flatMap((text) => text.replace(/\n {2,}/g, " ").split("\n")).filter((line) => line.startsWith("- ")).map((line) => line.slice(2));
  const key = `interplay-ratings ${JSON.stringify(sheet)}`, known = new Set(entries.map((entry) => entry.id));
  const ratings = new Map();  // id -> { verdict, comment }
  let at = -1;

  const keep = () => { try { localStorage.setItem(key, JSON.stringify([...ratings])); } catch { /* a browser that keeps nothing for files */ } };
  const accept = (id, verdict, comment) => {
    if (!known.has(id) || !(verdict === "" || menu.includes(verdict)) || typeof comment !== "string") return false;
    if (verdict || comment) ratings.set(id, { verdict, comment: comment.slice(0, 5000) }); else ratings.delete(id);
    return true;
  };
  try {
    for (const [id, rating] of JSON.parse(localStorage.getItem(key) || "[]")) accept(id, rating.verdict, rating.comment);
  } catch { /* nothing usable was kept */ }
  const rated = () => [...ratings.values()].filter((rating) => rating.verdict).length;
  const of = (entry) => ratings.get(entry.id) || { verdict: "", comment: "" };

  function file() {
    const rows = [sheet];
    for (const entry of entries) if (ratings.has(entry.id)) rows.push({ record: "rating", id: entry.id, ...of(entry) });
    return rows.map((row) => JSON.stringify(row) + "\n").join("");
  }
  function save() {
    store();
    const link = create("a");
    link.href = URL.createObjectURL(new Blob([file()], { type: "application/x-ndjson" }));
    link.download = "ratings.jsonl";
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
  async function load(source) {
    byId("problem").textContent = "";
    try {
      const [header, ...rows] = (await source.text()).split("\n").filter(Boolean).map((line) => JSON.parse(line));
      const ordered = (value) => JSON.stringify(Object.entries(value).sort());
      if (ordered(header) !== ordered(sheet)) throw new Error("It was saved from another sheet.");
      if (!rows.every((row) => accept(row.id, row.verdict || "", row.comment || ""))) throw new Error("It has entries that are not on this sheet.");
      keep();
      show(first());
    } catch (error) { byId("problem").textContent = `This file cannot be used. ${error instanceof SyntaxError ? "It is not a file saved from this page." : error.message}`; }
  }

  const chosen = () => (document.querySelector("#menu input:checked") || { value: "" }).value;
  function store() {
    if (at < 0 || at >= entries.length) return;
    accept(entries[at].id, chosen(), byId("comment").value);
    keep();
    count();
  }
  function count() {
    byId("progress").textContent = `${rated()} of ${entries.length} rated`;
    byId("meaning").textContent = bands.find((line) => line.split(":")[0].split(" ").includes(chosen())) || "";
    byId("unrated").hidden = Boolean(chosen());
    byId("clear").hidden = !chosen();
    byId("next").disabled = !chosen();
  }
  const first = () => { const open = entries.findIndex((entry) => !of(entry).verdict); return open < 0 ? entries.length : open; };
  const panel = (name, text, look) => {
    const box = create("section", undefined, `panel message ${look}`), body = create("pre", text || "(empty)", text ? "" : "quiet-text");
    box.append(create("h2", name), body);
    return box;
  };
  function paragraphs(into) {
    for (const text of rubric) {
      const lines = text.split("\n"), points = lines.findIndex((line) => line.startsWith("- "));
      into.append(create("p", (points < 0 ? lines : lines.slice(0, points)).join(" ")));
      if (points < 0) continue;
      const list = create("ul");
      for (const line of lines.slice(points)) {
        if (line.startsWith("- ")) list.append(create("li", line.slice(2))); else list.lastChild.textContent += ` ${line.trim()}`;
      }
      into.append(list);
    }
  }
  function show(number) {
    store();
    at = number;
    for (const [id, on] of [["start", at < 0], ["entry", at >= 0 && at < entries.length], ["end", at >= entries.length]]) byId(id).hidden = !on;
    byId("save").hidden = at < 0 || at >= entries.length;
    byId("progress").hidden = at < 0;
    if (at >= entries.length) {
      byId("progress").textContent = `${rated()} of ${entries.length} rated`;
      byId("summary").textContent = `You rated ${rated()} of ${entries.length} entries.`;
      byId("missing").hidden = rated() === entries.length;
    } else if (at >= 0) entry(entries[at]);
    window.scrollTo(0, 0);
  }
  function entry({ task, dialogue, texts, id }) {
    byId("number").textContent = `Entry ${at + 1} of ${entries.length}`;
    byId("task").textContent = task ? `The model simulates: ${task}` : "";
    const last = dialogue.length - 1, speakers = { user: "User", assistant: "Model", system: "Instructions" };
    byId("dialogue").replaceChildren(...dialogue.map(([role, text], n) => panel(n === last ? "User (last request)" : speakers[role] || role, text, role)));
    byId("texts").replaceChildren(...texts.map(([name, text]) => panel(NAMES[name] || name, text, name === "word" ? "" : "judged")));
    byId("texts").className = pairs ? "grid-2" : "";
    const options = menu.map((verdict) => {
      const label = create("label"), input = create("input");
      Object.assign(input, { type: "radio", name: "verdict", value: verdict, checked: verdict === of({ id }).verdict });
      label.append(input, create("span", WORDS[verdict] || verdict));
      return label;
    });
    byId("menu").replaceChildren(...options);
    byId("comment").value = of({ id }).comment;
    byId("back").disabled = at === 0;
    byId("next").textContent = at === entries.length - 1 ? "Finish" : "Next";
    count();
  }

  byId("title").textContent = pairs ? "Which of two replies is better?" : clues ? "Does the clue describe the word?" : "How good is each reply?";
  const hidden = pairs ? "Some pairs come up twice, in the other order; judge them afresh. " : "";
  byId("lead").textContent = `${entries.length} entries. Language models replied to users. ${pairs ? "You compare two replies" : clues ? "You judge clues in a word game" : "You rate replies"}, without knowing which model wrote them. ${hidden}`;
  byId("question").textContent = pairs ? "Which reply is better?" : clues ? "Does the clue describe the word?" : `Your rating, from ${menu[0]} (worst) to ${menu[menu.length - 1]} (best)`;
  byId("menu").className = pairs || clues ? "choices" : "choices scale";
  paragraphs(byId("rubric"));
  paragraphs(byId("again").querySelector("div"));
  byId("begin").addEventListener("click", () => show(first()));
  byId("load").addEventListener("change", (event) => event.target.files[0] && load(event.target.files[0]));
  byId("form").addEventListener("submit", (event) => { event.preventDefault(); if (chosen()) show(at + 1); });
  byId("menu").addEventListener("change", store);
  byId("comment").addEventListener("input", store);
  byId("back").addEventListener("click", () => show(at - 1));
  byId("unrated").addEventListener("click", () => show(at + 1));
  byId("clear").addEventListener("click", () => { for (const input of document.querySelectorAll("#menu input")) input.checked = false; store(); });
  byId("missing").addEventListener("click", () => show(first()));
  byId("last").addEventListener("click", () => show(entries.length - 1));
  for (const id of ["save", "save-end"]) byId(id).addEventListener("click", save);
  if (rated()) byId("begin").textContent = `Continue (${rated()} of ${entries.length} rated)`;
  show(-1);
})();
