"use strict";
(() => {
  const root = document.documentElement;
  root.classList.add("scripted");
  const kept = (value) => {
    try {
      if (value === undefined) return localStorage.getItem("interplay-theme");
      localStorage.setItem("interplay-theme", value);
    } catch { /* a browser that keeps nothing for files */ }
    return null;
  };
  const themes = ["light", "dark"];
  if (themes.includes(kept())) root.dataset.theme = kept();
  const byId = (id) => document.getElementById(id);
  const create = (tag, text, look) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (look) element.className = look;
    return element;
  };

  function theme() {
    const button = byId("theme");
    const now = () => root.dataset.theme || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
    const name = () => { button.textContent = now() === "dark" ? "Light" : "Dark"; button.setAttribute("aria-label", `${button.textContent} colours`); };
    button.hidden = false;
    name();
    button.addEventListener("click", () => { root.dataset.theme = now() === "dark" ? "light" : "dark"; kept(root.dataset.theme); name(); });
  }

  function board() {
    const table = byId("board");
    if (!table) return;
    const bodies = [...table.tBodies], rows = bodies.flatMap((body) => [...body.rows]), first = bodies.map((body) => [...body.rows]);
    const find = byId("filter"), programs = byId("programs"), heads = [...table.tHead.rows[0].cells], names = heads.map((head) => head.textContent.trim());
    const state = { by: "", order: "" };
    document.querySelector(".controls").hidden = false;
    if (bodies.length < 2) programs.parentElement.hidden = true;
    const isProgram = (row) => bodies.length > 1 && row.parentElement.className === "programs";
    const systems = (some) => new Set(some.map((row) => row.dataset.name)).size;
    const filter = () => {
      const wanted = find.value.trim().toLowerCase(), fits = rows.filter((row) => row.cells[0].textContent.toLowerCase().includes(wanted));
      for (const row of rows) row.hidden = !fits.includes(row) || (isProgram(row) && !programs.checked);
      const left = systems(fits.filter((row) => row.hidden)), all = systems(rows);
      byId("count").textContent = `${systems(rows.filter((row) => !row.hidden))} of ${all} ${all === 1 ? "system" : "systems"}${left ? `; ${left} ${left === 1 ? "program" : "programs"} hidden` : ""}`;
    };
    const value = (row, column) => (column ? (row.cells[column].dataset.v === undefined ? null : Number(row.cells[column].dataset.v)) : row.cells[0].textContent.trim());
    const sort = () => {
      const column = names.indexOf(state.by), sign = state.order === "up" ? 1 : -1;
      heads.forEach((head) => head.removeAttribute("aria-sort"));
      if (column >= 0) heads[column].setAttribute("aria-sort", sign > 0 ? "ascending" : "descending");
      bodies.forEach((body, number) => {
        const sorted = column < 0 ? first[number] : [...first[number]].sort((a, b) => {
          const one = value(a, column), two = value(b, column);
          if (one === null || two === null) return (one === null) - (two === null);
          return sign * (column ? one - two : one.localeCompare(two));
        });
        body.append(...sorted);
      });
    };
    const read = () => {  // the address has the whole view, so that Back and a shared link show the same
      const view = new URLSearchParams(location.hash.includes("=") ? location.hash.slice(1) : "");
      find.value = view.get("find") || "";
      programs.checked = view.has("programs") || bodies.length < 2;
      state.by = view.get("by") || "";
      state.order = view.get("order") || "";
      sort();
      filter();
    };
    const write = () => {
      const view = new URLSearchParams();
      if (state.by) { view.set("by", state.by); view.set("order", state.order); }
      if (find.value.trim()) view.set("find", find.value.trim());
      if (programs.checked && bodies.length > 1) view.set("programs", "1");
      try { history.replaceState(null, "", `#${view}`); } catch { /* not for files, in some browsers */ }
      filter();
    };
    find.addEventListener("input", write);
    programs.addEventListener("change", write);
    heads.forEach((head, column) => {
      const button = create("button", names[column]);
      button.type = "button";
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort"), up = head.dataset.sort === "number" ? now === "descending" : now !== "ascending";
        Object.assign(state, { by: names[column], order: up ? "up" : "down" });
        sort();
        write();
      });
    });
    addEventListener("pageshow", read);
    addEventListener("hashchange", () => { if (!location.hash || location.hash.includes("=")) read(); });
    read();
  }

  function wide() {
    const boxes = [...document.querySelectorAll(".wide")];
    const look = () => boxes.forEach((box) => { box.classList.toggle("is-more", box.scrollWidth - box.clientWidth - box.scrollLeft > 4); });
    for (const box of boxes) {
      const hint = create("p", "more to the right →", "hint");
      hint.setAttribute("aria-hidden", "true");
      box.after(hint);
      box.addEventListener("scroll", look);
    }
    addEventListener("resize", look);
    look();
  }

  // A text in which prose wraps and lines that look drawn do not: columns, grids, rows of short symbols.
  const isDrawn = (line) => /\S {2,}\S|^ {2,}\S|\|.*\||^(\S{1,3} ){3,}\S{1,3}$/.test(line);
  function layOut(element, text) {
    const runs = [];
    for (const line of text.split("\n")) {
      const look = isDrawn(line) ? "drawn" : "prose";
      if (runs.length && runs[runs.length - 1].look === look) runs[runs.length - 1].lines.push(line);
      else runs.push({ look, lines: [line] });
    }
    element.replaceChildren(...runs.map(({ look, lines }) => create("span", `${lines.join("\n")}\n`, look)));
    element.tabIndex = 0;
    return element;
  }
  function boards() {
    for (const element of document.querySelectorAll("pre.boards")) if (!element.children.length) layOut(element, element.textContent);
  }

  function match() {
    const data = byId("match-data"), slider = byId("step");
    if (!data || !slider) return;
    const { lines, steps } = JSON.parse(data.textContent);
    const frames = [...document.querySelectorAll(".frame")], panel = byId("said"), table = byId("table");
    const list = document.querySelector(".list"), links = [...list.querySelectorAll("a")], final = steps.length - 1;
    const mistakes = steps.flatMap((step, index) => (step.worth && step.worth.regret && !step.flags.includes("substituted") ? [index] : []));
    document.querySelectorAll("[id^='step-']").forEach((element) => element.removeAttribute("id"));  // a link shows its step, the page stays where it is
    const text = (numbers) => numbers.map((number) => lines[number]).join("\n");
    const written = (numbers) => layOut(create("pre", "", "text"), text(numbers));
    document.querySelectorAll(".stepping, .keys, #said, #did").forEach((element) => { element.hidden = false; });
    let now = -1, timer = null;

    function describe(step) {
      const parts = [create("h2", step.player ? `${step.title}: ${step.player}` : step.title)];
      step.says.forEach((reply, number) => {
        if (step.says.length === 1 && text(reply.text).trim() === step.played) return;  // "played" below says it
        parts.push(create("h3", reply.kind ? `reply ${number + 1}: ${reply.kind}` : step.says.length > 1 ? `reply ${number + 1}` : "wrote"), written(reply.text));
        if (reply.why) parts.push(create("p", reply.why, "note"));
      });
      for (const flag of step.flags || []) parts.push(create("span", flag, "badge is-bad"), " ");
      if (step.played) { const line = create("p"); line.append("played ", create("code", step.played)); parts.push(line); }
      if (step.worth) {
        const line = create("p", `value ${step.worth.value}`);
        if (step.worth.regret) line.append(`, the best ${step.worth.best}: `, create("span", `regret ${step.worth.regret}`, "badge is-bad"), " best: ", create("code", step.worth.moves));
        else line.append(", ", create("span", "none better", "badge is-good"));
        parts.push(line);
      }
      if (step.shown) parts.push(create("h3", "prompt before this move"), written(step.shown));
      else if (step.bot) parts.push(create("p", "This player is a program. It reads the state, not a text; its move was recomputed.", "note"));
      else if (step.player) parts.push(create("p", "The prompt is left out, because this page has reached its limit of text.", "note"));
      panel.replaceChildren(...parts);
      panel.scrollTop = 0;
    }

    const brief = (words) => (words.length > 90 ? `${words.slice(0, 89)}…` : words);
    const did = (step) => (step.player ? `${step.title}, ${step.player}: ${brief(step.played) || "forfeits"}. The board is ${step.waits ? "from before this round, in which others are still to move" : "after this move"}.` : "Before the first move.");

    function draw(index) {
      const step = steps[index];
      frames.forEach((frame, number) => { frame.toggleAttribute("hidden", number !== index); });
      if (table) table.textContent = text(step.board);
      byId("caption").textContent = step.caption || step.title;
      byId("did").textContent = did(step);
      byId("place").textContent = `${index} / ${final}`;
      slider.value = index;
      describe(step);
    }

    function follow(index) {
      const inside = list.contains(document.activeElement);
      links.forEach((link, number) => {
        link.tabIndex = number === index ? 0 : -1;  // one stop for the key Tab, not one for each move
        if (number === index) link.setAttribute("aria-current", "step"); else link.removeAttribute("aria-current");
        link.closest("tr").classList.toggle("now", number === index);
      });
      const row = links[index].closest("tr").getBoundingClientRect(), box = list.getBoundingClientRect();
      list.scrollTop += row.top - box.top - (box.height - row.height) / 2;
      if (inside) links[index].focus({ preventScroll: true });
    }

    function show(index) {
      index = Math.min(final, Math.max(0, index));
      if (index === now) return;
      draw(index);
      follow(index);
      if (now >= 0) try { history.replaceState(null, "", `#step-${index}`); } catch { /* not for files, in some browsers */ }
      now = index;
      if (now === final) stop();
    }

    function stop() {
      clearInterval(timer);
      timer = null;
      byId("play").textContent = "Play";
      byId("caption").setAttribute("aria-live", "polite");
    }
    function play() {
      if (timer !== null) { stop(); return; }
      if (now === final) show(0);
      timer = setInterval(() => show(now + 1), 900);
      byId("play").textContent = "Pause";
      byId("caption").setAttribute("aria-live", "off");  // nobody can listen that fast
    }
    const to = (index) => { stop(); show(index); };
    const actions = {
      first: () => to(0), back: () => to(now - 1), next: () => to(now + 1), last: () => to(final), play,
      mistake: () => { if (mistakes.length) to(mistakes.find((index) => index > now) ?? mistakes[0]); },
    };
    for (const [id, action] of Object.entries(actions)) if (byId(id)) byId(id).addEventListener("click", action);
    slider.addEventListener("input", () => to(Number(slider.value)));
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", " ": "play", m: "mistake" };
    document.addEventListener("keydown", (event) => {
      const id = keys[event.key], at = event.target;
      if (!id || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key.length > 1 ? at.closest("input, pre, .wide") : event.key === " " && at.closest("button, summary")) return;
      event.preventDefault();
      actions[id]();
    });
    const asked = () => { const match = /^#step-(\d+)$/.exec(location.hash); return match ? Number(match[1]) : null; };
    const start = mistakes.length ? mistakes[0] : final;
    addEventListener("hashchange", () => {
      if (asked() === null && location.hash) return;
      to(asked() ?? start);
      document.querySelector(".picture, .table").scrollIntoView({ block: "nearest" });
    });
    addEventListener("beforeprint", () => draw(final));
    addEventListener("afterprint", () => draw(now));
    show(asked() ?? start);
  }

  addEventListener("DOMContentLoaded", () => { theme(); board(); boards(); match(); wide(); });
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
})();
