"use strict";
(() => {
  const byId = (id) => document.getElementById(id);
  const create = (tag, text, look) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (look) element.className = look;
    return element;
  };
  const name = JSON.parse(byId("data").textContent).name.replace(/^human:/, ""), log = byId("log");
  const QUIT = "Ctrl-C stops and keeps your replies; the same command resumes.";
  const PROMPTS = ["Your choice (a number, or a reply as it stands): ", "Your words: ", "Your reply: "];  // as the terminal has them
  const LOST = "The program that shows this page does not answer. Your replies are saved; start the same command again, and open the address that it prints.";
  let turn = -1, count = 0, busy = false, empty = false, ended = false, pending = null, timer;  // count: screens with a reply

  async function ask(path, body) {
    const settings = body ? { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) } : {};
    const answer = await fetch(path, { ...settings, cache: "no-store" });
    if (!answer.ok) throw new Error(await answer.text());
    return answer.json();
  }
  async function refresh() {
    try {
      show(await ask(`state/${count}`));
      byId("problem").textContent = "";
    } catch { if (!ended) byId("problem").textContent = LOST; }
    clearTimeout(timer);
    if (!ended) timer = setTimeout(refresh, byId("form").hidden ? 400 : 5000);
  }
  function parts(screen) {  // what a terminal shows: the text, a numbered list of actions, and what is asked for
    const lines = screen.replace(/^=+$/gm, "").replaceAll(QUIT, "Your replies are kept; you can close this page and open it again.").split("\n");
    const prompt = PROMPTS.includes(lines[lines.length - 1]) ? lines.pop() : "", options = [];
    while (lines.length && !lines[lines.length - 1]) lines.pop();
    for (let n = lines.length - 1; prompt === PROMPTS[0] && n >= 0; n -= 1) {
      const match = /^ {0,3}(\d{1,4}) {2}(.*)$/.exec(lines[n]);
      if (!match || (options.length && Number(match[1]) !== options[0].number - 1)) break;
      options.unshift({ number: Number(match[1]), text: match[2] });
      if (match[1] === "1") { lines.length = n; break; }
    }
    return { text: lines.join("\n").replace(/^\n+|\n+$/g, ""), prompt, options };
  }
  function show({ screens, start, state }) {
    if (start !== count) return;  // an answer that came late
    let now = {};
    for (const [screen, reply] of screens) {
      if (!pending) {
        for (const old of log.children) old.className = "old";
        pending = create("li");
        pending.append(create("pre", "", "panel message"));
        log.append(pending);
      }
      now = parts(screen);
      pending.firstChild.textContent = now.text;
      pending.firstChild.hidden = !now.text;
      if (reply === null) break;
      const chosen = now.options.find((option) => String(option.number) === reply.trim());
      pending.append(create("pre", chosen ? chosen.text : reply || "(empty reply)", "panel said"));
      pending = null;
      count += 1;
    }
    ended = state.ended && screens.length === 1;  // else one more request tells the program that this page has everything
    byId("progress").textContent = state.total ? `${name}: ${state.done} of ${state.total} finished` : name;
    byId("waiting").hidden = state.waits || ended;
    byId("end").hidden = !ended;
    byId("form").hidden = !state.waits;
    if (ended) log.lastElementChild.scrollIntoView({ block: "start" });
    if (!state.waits || turn === count) return;
    turn = count;
    byId("say").value = "";
    empty = false;
    byId("send").textContent = "Send";
    byId("options").replaceChildren(...now.options.map(({ number, text }) => {
      const button = create("button", text);
      button.type = "button";
      button.addEventListener("click", () => send(String(number)));
      return button;
    }));
    byId("ask").textContent = now.prompt === PROMPTS[1] ? "Your words" : now.options.length ? "Or type a reply" : "Your reply";
    if (count) log.lastElementChild.scrollIntoView({ block: "start" });
    byId("about").open = !count;
    byId(now.options.length ? "options" : "say").focus({ preventScroll: true });  // no action is chosen by Enter alone
  }
  async function send(text) {
    if (busy) return;
    if (!text.trim() && !empty) { empty = true; byId("send").textContent = "Send an empty reply"; return; }
    busy = true;
    try {
      await ask("reply", [turn, text]);
      byId("form").hidden = true;
      await refresh();
    } catch (error) { byId("problem").textContent = `Not sent: ${error.message}`; }
    busy = false;
  }
  byId("form").addEventListener("submit", (event) => { event.preventDefault(); send(byId("say").value); });
  byId("say").addEventListener("input", () => { empty = false; byId("send").textContent = "Send"; });
  byId("say").addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); send(byId("say").value); } });
  refresh();
})();
