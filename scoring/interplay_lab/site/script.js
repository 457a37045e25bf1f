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
  const made = (tag, text, look) => {
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
    const body = table.tBodies[0], rows = [...body.rows], find = byId("filter"), blind = byId("blind"), count = byId("count");
    document.querySelector(".controls").hidden = false;
    const hides = rows.some((row) => "blind" in row.dataset) && rows.some((row) => !("blind" in row.dataset));
    if (!hides) { blind.checked = false; blind.parentElement.hidden = true; }
    const filter = () => {
      const wanted = find.value.trim().toLowerCase();
      for (const row of rows) row.hidden = !row.cells[0].textContent.toLowerCase().includes(wanted) || (blind.checked && "blind" in row.dataset);
      const left = rows.filter((row) => row.hidden && "blind" in row.dataset && row.cells[0].textContent.toLowerCase().includes(wanted)).length;
      count.textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length} ${rows.length === 1 ? "system" : "systems"}${left ? `; ${left} that know nothing hidden` : ""}`;
    };
    find.addEventListener("input", filter);
    blind.addEventListener("change", filter);
    filter();
    const heads = [...table.tHead.rows[0].cells];
    const value = (row, place) => (place ? (row.cells[place].dataset.v === undefined ? null : Number(row.cells[place].dataset.v)) : row.cells[0].textContent.trim());
    const order = (place, up) => {
        const head = heads[place];
        heads.forEach((other) => other.removeAttribute("aria-sort"));
        head.setAttribute("aria-sort", up ? "ascending" : "descending");
        const sign = up ? 1 : -1;
        rows.sort((a, b) => {
          const one = value(a, place), other = value(b, place);
          if (one === null || other === null) return (one === null) - (other === null);
          return sign * (place ? one - other : one.localeCompare(other));
        });
        body.append(...rows);
        for (const row of rows) row.classList.remove("last");
    };
    heads.forEach((head, place) => {
      const button = made("button", head.textContent.trim());
      button.type = "button";
      head.replaceChildren(button);
      button.addEventListener("click", () => {
        const now = head.getAttribute("aria-sort"), up = place ? now === "descending" : now !== "ascending";
        order(place, up);
        try { history.replaceState(null, "", `#by-${place}-${up ? "up" : "down"}`); } catch { /* not for files, in some browsers */ }
      });
    });
    const asked = /^#by-(\d+)-(up|down)$/.exec(location.hash);
    if (asked && Number(asked[1]) < heads.length) order(Number(asked[1]), asked[2] === "up");
  }

  function wide() {
    const boxes = [...document.querySelectorAll(".wide")];
    const look = () => boxes.forEach((box) => { box.classList.toggle("is-more", box.scrollWidth - box.clientWidth - box.scrollLeft > 4); });
    for (const box of boxes) {
      const hint = made("p", "more to the right →", "hint");
      hint.setAttribute("aria-hidden", "true");
      box.after(hint);
      box.addEventListener("scroll", look);
    }
    addEventListener("resize", look);
    look();
  }

  function match() {
    const held = byId("match-data"), slider = byId("step");
    if (!held || !slider) return;
    const { lines, steps } = JSON.parse(held.textContent);
    const frames = [...document.querySelectorAll(".frame")], said = byId("said"), table = byId("table");
    frames.forEach((frame) => frame.removeAttribute("id"));  // a link shows its step, the page stays where it is
    const text = (places) => places.map((place) => lines[place]).join("\n");
    const written = (places) => { const element = made("pre", text(places), "text"); element.tabIndex = 0; return element; };
    document.querySelectorAll(".stepping, .keys, #said, #did").forEach((element) => { element.hidden = false; });
    let now = -1;

    function tell(step) {
      const parts = [made("h3", step.player ? `${step.title}: ${step.player}` : step.title)];
      step.says.forEach((one, number) => {
        parts.push(made("h4", one.kind ? `reply ${number + 1}: ${one.kind}` : step.says.length > 1 ? `reply ${number + 1}` : "wrote"), written(one.text));
        if (one.why) parts.push(made("p", one.why, "note"));
      });
      for (const flag of step.flags || []) parts.push(made("span", flag, "badge is-bad"), " ");
      if (step.played) { const line = made("p"); line.append("played ", made("code", step.played)); parts.push(line); }
      if (step.worth) {
        const line = made("p", `value ${step.worth.value}`);
        if (step.worth.regret) line.append(`, the best ${step.worth.best}: `, made("span", `regret ${step.worth.regret}`, "badge is-bad"), " best: ", made("code", step.worth.moves));
        else line.append(", ", made("span", "none better", "badge is-good"));
        parts.push(line);
      }
      if (step.shown) parts.push(made("h4", "what it was shown before this move"), written(step.shown));
      else if (step.bot) parts.push(made("p", "This player is a program. It reads the state, not a text, and its move was computed again.", "note"));
      else if (step.player) parts.push(made("p", "What it was shown is left out here: this page holds as much text as it may.", "note"));
      said.replaceChildren(...parts);
      said.scrollTop = 0;
    }

    const brief = (words) => (words.length > 90 ? `${words.slice(0, 89)}…` : words);
    const did = (step) => (step.player ? `${step.title}, ${step.player}: ${brief(step.played) || "forfeits"}. The board is ${step.waits ? "from before this round, in which others are still to move" : "after this move"}.` : "Before the first move.");

    function show(place) {
      place = Math.min(steps.length - 1, Math.max(0, place));
      if (place === now) return;
      frames.forEach((frame, number) => { frame.toggleAttribute("hidden", number !== place); });
      if (table) table.textContent = text(steps[place].board);
      byId("caption").textContent = steps[place].caption || steps[place].title;
      byId("did").textContent = did(steps[place]);
      byId("place").textContent = `${place} / ${steps.length - 1}`;
      slider.value = place;
      tell(steps[place]);
      document.querySelectorAll(".moves tr.now").forEach((row) => row.classList.remove("now"));
      const row = byId(`m${place}`);
      if (row) {
        row.classList.add("now");
        const box = row.closest(".tall");
        if (now >= 0) box.scrollTop = row.offsetTop - box.offsetTop - box.clientHeight / 2;
      }
      if (now >= 0) try { history.replaceState(null, "", `#step-${place}`); } catch { /* not for files, in some browsers */ }
      now = place;
    }

    const moves = { first: () => 0, back: () => now - 1, next: () => now + 1, last: () => steps.length - 1 };
    for (const [id, to] of Object.entries(moves)) byId(id).addEventListener("click", () => show(to()));
    slider.addEventListener("input", () => show(Number(slider.value)));
    const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
    document.addEventListener("keydown", (event) => {
      const id = keys[event.key];
      if (!id || event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, pre, .wide")) return;
      event.preventDefault();
      show(moves[id]());
    });
    const asked = () => { const found = /^#step-(\d+)$/.exec(location.hash); return found ? Number(found[1]) : null; };
    addEventListener("hashchange", () => { if (asked() !== null) { show(asked()); document.querySelector(".stage").scrollIntoView({ block: "nearest" }); } });
    show(asked() ?? 0);
  }

  addEventListener("DOMContentLoaded", () => { theme(); board(); match(); wide(); });
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((one) => { one.open = true; }));
})();
