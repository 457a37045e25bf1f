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
  const nonce = (document.currentScript || {}).nonce;
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
    const look = () => boxes.forEach((box) => { for (const element of [box, box.previousElementSibling]) element.classList.toggle("is-more", box.scrollWidth - box.clientWidth - box.scrollLeft > 4); });
    for (const box of boxes) {
      const hint = create("p", "more to the right →", "hint");
      hint.setAttribute("aria-hidden", "true");
      box.before(hint);
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

  // Long texts and lists of a page are cut to about 30 lines, with a button for the rest and one for the first line that is wrong.
  function cap() {
    const lines = (text) => text.textContent.replace(/\n$/, "").split("\n"), reference = document.querySelector("pre.reference");
    for (const box of document.querySelectorAll("pre.text, ul.checks")) {
      if (box.closest(".match, dialog")) continue;
      const whole = lines(box), right = box.classList.contains("against") && reference ? lines(reference) : null, list = box.localName === "ul";
      const start = right ? Math.max(0, whole.findIndex((line) => line.trim() === right[0].trim())) : 0;  // after what is said before the answer
      const first = right ? whole.findIndex((line, n) => n >= start && line.trim() !== (right[n - start] ?? "").trim()) : -1;
      const mark = box.querySelector(list ? ".is-bad" : "mark.is-bad");
      let long = (list ? box.children.length : whole.length) > 34;
      if (!long && !list && box.textContent.length > 1500 && box.clientWidth) long = box.scrollHeight > 900;
      if (!long && first < 0) continue;
      const row = create("div", undefined, "more-lines");
      const button = (text, action) => { const element = create("button", text); element.type = "button"; element.addEventListener("click", action); row.append(element); return element; };
      const open = () => { box.classList.remove("capped"); if (all) all.remove(); };
      const all = long ? button(`Show all ${(list ? box.children.length : whole.length).toLocaleString("en")} ${list ? "checks" : "lines"}`, open) : null;
      if (long) box.classList.add("capped");
      if (first >= 0) button(`First line that differs from the passing reply: ${(first + 1).toLocaleString("en")}`, () => {
        open();
        const range = document.createRange(), walker = document.createTreeWalker(box, NodeFilter.SHOW_TEXT);
        let left = whole.slice(0, first).join("\n").length + (first ? 1 : 0), node = walker.nextNode();
        while (node && left > node.length) { left -= node.length; node = walker.nextNode(); }
        if (!node) return;
        range.setStart(node, left);
        range.setEnd(node, Math.min(node.length, left + Math.max(1, whole[first].length)));
        scrollTo({ top: scrollY + range.getBoundingClientRect().top - innerHeight / 3 });
        getSelection().removeAllRanges();
        getSelection().addRange(range);
      });
      else if (long && mark) button(list ? "First error" : "First marked error", () => { open(); mark.scrollIntoView({ block: "center" }); });
      if (row.children.length) box.after(row);
    }
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
      if (!step.bot) step.says.forEach((reply, number) => {
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

  // Data files are scripts, since a page from a disk may not fetch; each calls interplayData with its name and a compressed text.
  const waiting = {}, loads = {};
  window.interplayData = async (name, packed) => {
    try {
      const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
      const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      waiting[name].done(JSON.parse(await new Response(stream).text()));
    } catch (error) { waiting[name].failed(error); }
  };
  const load = (name) => (loads[name] ??= new Promise((done, failed) => {
    waiting[name] = { done, failed };
    const script = create("script");
    script.nonce = nonce;
    script.src = name;
    script.onerror = () => failed(new Error(`${name} is not beside this page`));
    document.head.append(script);
  }));

  const badge = (text, mark) => create("span", text, mark ? `badge is-${mark}` : "badge");
  const link = (text, href) => { const element = create("a", text); element.href = href; return element; };
  const written = (text) => create("pre", text || "(nothing)", "text");
  const folded = (name, text) => { const details = create("details"); details.append(create("summary", name), written(text)); return details; };
  const SHAPES = new Set(["svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polygon", "polyline", "text", "tspan", "title"]);
  function drawn(board) {  // a picture of a data file: shapes alone, without links to anything outside and without handlers
    if (!board) return null;
    const picture = document.importNode(new DOMParser().parseFromString(board, "image/svg+xml").documentElement, true), figure = create("figure", undefined, "picture");
    for (const element of [picture, ...picture.querySelectorAll("*")]) {
      if (!SHAPES.has(element.localName)) return null;
      for (const { name, value } of [...element.attributes]) if (/^on|^style$/i.test(name) || (/href$/i.test(name) && !value.startsWith("#"))) element.removeAttribute(name);
    }
    picture.setAttribute("role", "img");
    picture.setAttribute("aria-label", "the board");
    figure.append(picture);
    return figure;
  }
  const asking = ([asked, known, board]) => [...(board ? [drawn(board)] : []), ...[["What was asked", asked], ["A right reply", right(known)]].filter(([, text]) => asked && text).map((pair) => folded(...pair))].filter(Boolean);
  function right({ reference, gold, expected, report, values }) {
    if (reference || gold) return reference || gold.join(", ");
    if (expected) return report.map(({ label }, n) => `${label}: ${expected[expected.length - 1][n] || "none"}`).join("\n");
    const best = Math.max(...(values || []).map((move) => move.value));
    return (values || []).filter((move) => move.value === best).map((move) => move.action).join("\n");
  }
  function spoken(trial) {  // what a system said in one trial: labels and texts in order
    const texts = [...(trial.earlier || []), ...("response" in trial && trial.response !== null ? [trial.response] : [])];
    const said = texts.map((text, n) => [n, n < texts.length - 1 ? `earlier reply ${n + 1}` : "reply", text]);
    for (const { round, text } of trial.answers || []) said.push([round, `round ${round}, answer`, text]);
    for (const { round, slot, attempts } of trial.probes || []) said.push([round + .5, `round ${round}, asked about ${slot}`, attempts.join(" / ")]);
    return said.sort((a, b) => a[0] - b[0]).map(([, label, text]) => [label, text]);
  }
  const reworded = (reason) => reason.replace(/(^|; )[a-z]+(_[a-z]+)+: /g, "$1");  // without the names of checks
  function why(trial) {
    const line = create("p"), parts = trial.error ? [create("p", `error: ${trial.error}`)] : [];
    if (trial.read) line.append("read as ", create("code", trial.read), ". ");
    if (trial.reason) line.append(`Why: ${reworded(trial.reason)}`);
    return line.textContent ? [...parts, line] : parts;
  }
  // The address has the whole view of a page: what is chosen stands behind its #.
  const asked = () => new URLSearchParams(location.hash.slice(1));
  const hash = (changes, base = asked()) => { for (const [key, value] of Object.entries(changes)) { if (value === "" || value === null) base.delete(key); else base.set(key, value); } return `#${base}`; };
  const heading = (...names) => { const row = create("tr"), thead = create("thead"); for (const name of names) { const cell = create("th", name); cell.scope = "col"; row.append(cell); } thead.append(row); return thead; };
  const identifier = (id) => { const span = create("span", undefined, "ci"); span.append(...id.split("/").flatMap((part, n) => (n ? ["/", create("wbr"), part] : [part]))); return span; };
  const called = (name, system = "system") => ({ system, rival: "the other system" }[name] || `${name.replace("bot:", "").split("@")[0]} bot`);
  const unreadable = (error) => `The data of this page cannot be read: ${error.message}. It needs all files of the site in one folder, and a browser of 2023 or later.`;
  function paginate(nav, page, pages, size, closed) {  // links to the pages of a table before and after this one
    const step = (to, text, rel) => { const element = link(text, hash({ page: to === 1 ? "" : to, ...closed })); element.rel = rel; return element; };
    nav.replaceChildren(...(page > 1 ? [step(page - 1, `← previous ${size}`, "prev")] : []), create("span", `page ${page} of ${pages}`), ...(page < pages ? [step(page + 1, `next ${size} →`, "next")] : []));
    nav.hidden = pages === 1;
  }
  window.interplay = { create, load, badge, link, asking, drawn, spoken, why, asked, hash, heading, identifier, called, unreadable, paginate };

  function items() {
    const table = byId("items"), form = byId("finding");
    if (!table) return;
    const track = table.dataset.track, games = track === "games", found = byId("found"), paging = byId("paging"), body = table.tBodies[0];
    const heads = [...table.tHead.rows[0].cells], SIZE = 50;
    const bands = { good: games ? "score 100 or more" : "right, or 100 and more", between: "in between", bad: games ? "score 0 or less" : "wrong, or 0 and less", none: "no score" };
    const field = (name) => form.querySelector(`[name="${name}"]`);
    const go = (changes) => { location.hash = hash(changes); };
    load(`items-${track}.js`).then(show).catch((error) => { found.textContent = unreadable(error); });

    function show({ systems, items: listed, rows: packed, groups, last }) {
      const unique = (values) => [...new Set(values)], problems = Object.fromEntries([...field("flag").options].map((option) => [option.value, option.text]));
      const rows = packed.map(([system, item, moves, value, score, mark, result, outcome, flags, page]) => {
        const [id, title, keys, names] = listed[item], [label, file, name, limit] = systems[system], group = keys[keys.length - 1], aside = keys.slice(0, -1).join(" / "), players = names.map((name) => called(name));
        return { id, title, group, where: aside ? `${group} (${aside})` : group, players, value, score, mark, result, outcome, moves, flags, page, system: label, name, file, limit,
          opponent: unique(players.filter((other) => other !== "system")).join(", "), seat: players.flatMap((other, seat) => (other === "system" ? [seat] : [])).join(", "),
          band: value === null ? "none" : mark || (games && value >= (score.includes("points") ? 1 : 100) ? "good" : games && value <= 0 ? "bad" : "between"), text: `${title} ${id} ${label} ${players.join(" ")} ${groups[group].join(" ")}`.toLowerCase() };
      });
      const collator = new Intl.Collator("en", { numeric: true });
      const options = (name, pairs) => field(name).append(...pairs.map(([value, text]) => { const option = create("option", text); option.value = value; return option; }));
      const wheres = unique(rows.map((row) => `${row.group}\n${row.where}`)).map((pair) => pair.split("\n"));
      options("group", Object.entries(groups).sort((a, b) => collator.compare(a[1][0], b[1][0])).flatMap(([group, [short, means]]) => {
        const asides = wheres.filter((pair) => pair[0] === group && pair[1] !== group), name = means ? `${short}: ${means}` : short;
        return [[group, name], ...(asides.length > 1 ? asides.map((pair) => [pair[1], `${name}${pair[1].slice(group.length)}`]) : [])];
      }));
      options("result", [...["won", "drawn", "lost"].filter((name) => rows.some((row) => row.outcome === name)), ...Object.keys(bands).filter((name) => rows.some((row) => row.band === name))].map((name) => [name, bands[name] || name]));
      for (const option of [...field("flag").options]) if (option.value in problems && !["", "none"].includes(option.value) && !rows.some((row) => row.flags.includes(option.value))) option.remove();
      options("system", unique(systems.flatMap(([label, , name]) => (systems.filter((other) => other[2] === name).length > 1 ? [name, label] : [name]))).map((name) => [name, name]));
      for (const select of form.querySelectorAll("select")) select.parentElement.hidden = select.options.length < 3;
      const keys = { score: (row) => row.value, moves: (row) => row.moves, flags: (row) => row.flags.length, group: (row) => groups[row.group][0], title: (row) => `${row.title} ${row.id}` };

      const chosen = (now, name) => { const wanted = now.get(name) || "", label = name === "system" && systems.find((system) => system[0] === wanted), option = [...field(name).options].find((other) => [other.value, other.text].includes(wanted)) || [...field(name).options].find((other) => label && other.value === label[2]); return option ? option.value : wanted; };

      function filtered() {
        const now = asked(), value = (name) => chosen(now, name), wanted = (now.get("q") || "").trim().toLowerCase().split(/\s+/);
        const left = rows.filter((row) => wanted.every((word) => row.text.includes(word)) && (!value("group") || [row.group, row.where].includes(value("group"))) && (!value("system") || [row.system, row.name].includes(value("system")))
          && (!value("result") || [row.outcome, row.band].includes(value("result"))) && (!value("flag") || (value("flag") === "none" ? !row.flags.length : row.flags.includes(value("flag")))));
        const sort = now.get("sort"), key = keys[sort] || ((row) => row[sort]), sign = now.get("down") ? -1 : 1;
        if (sort && heads.some((head) => head.dataset.key === sort)) left.sort((a, b) => {
          const first = key(a), second = key(b);
          if (first === null || second === null) return (first === null) - (second === null);
          return sign * (typeof first === "number" ? first - second : collator.compare(first, second));
        });
        return left;
      }
      table.rowsToTake = () => {  // all rows that the filter leaves, for "Save or share"
        const keys = ["id", ...heads.map((head) => head.dataset.key)], cell = (row, key) => (key === "score" ? row.value : key === "group" ? groups[row.group][0] : key === "flags" ? row.flags.map((flag) => problems[flag]).join(" ") : key === "seat" && /^\d+$/.test(row.seat) ? Number(row.seat) : row[key] === "" ? null : row[key]);
        return { columns: keys, rows: filtered().map((row) => keys.map((key) => cell(row, key))) };
      };
      const worded = (row) => row.flags.map((flag) => (flag === "cut" ? `cut off at ${row.limit}` : problems[flag]));
      const problem = (row) => { const words = worded(row), chip = words.length ? [badge(words.length > 1 ? `${words[0]} +${words.length - 1}` : words[0], "bad")] : []; if (chip.length) chip[0].title = words.join(", "); return chip; };
      const opens = (row) => hash({ open: row.id, by: row.system });
      const where = (row) => row.page || opens(row);

      function line(row) {
        const cells = { title: () => { const cell = create("th"); cell.scope = "row"; cell.append(link(row.title, where(row))); if (row.title !== row.id) cell.append(" ", identifier(row.id)); return cell; } };
        const element = create("tr");
        element.append(...heads.map(({ dataset: { key } }) => {
          if (cells[key]) return cells[key]();
          const cell = create("td", key === "group" ? groups[row.group][0] : key === "score" || key === "flags" ? undefined : row[key] === "" ? "–" : row[key]);
          if (key === "score") cell.append(badge(row.score, row.mark));
          if (key === "seat" || key === "moves") cell.dataset.label = key;
          if (key === "flags") cell.append(...problem(row));
          return cell;
        }));
        return element;
      }

      function render() {
        const now = asked(), left = filtered(), at = left.findIndex((row) => row.id === now.get("open") && row.system === now.get("by"));
        const pages = Math.max(1, Math.ceil(left.length / SIZE)), page = at >= 0 ? Math.floor(at / SIZE) + 1 : Math.min(pages, Math.max(1, Number(now.get("page")) || 1));
        for (const select of form.querySelectorAll("select")) select.value = chosen(now, select.name);
        if (field("q") !== document.activeElement) field("q").value = now.get("q") || "";
        heads.forEach((head) => { if (head.dataset.key === now.get("sort")) head.setAttribute("aria-sort", now.get("down") ? "descending" : "ascending"); else head.removeAttribute("aria-sort"); });
        const start = (page - 1) * SIZE, part = left.slice(start, start + SIZE);
        body.replaceChildren(...part.map(line));
        found.textContent = left.length ? `${(start + 1).toLocaleString("en")}–${(start + part.length).toLocaleString("en")} of ${left.length.toLocaleString("en")}${left.length < rows.length ? ` (filtered from ${rows.length.toLocaleString("en")})` : ""}` : "Nothing matches this filter.";
        if (now.get("open") && at < 0) found.textContent += ` ${now.get("open")} of ${now.get("by")} is not among them.`;
        paginate(paging, page, pages, SIZE, { open: "", by: "" });
        if (at >= 0) panel(left, at, body.rows[at - start]);
        dispatchEvent(new Event("resize"));
      }

      function panel(left, at, after) {
        const row = left[at], holder = create("tr", undefined, "opened"), cell = create("td", undefined, "left opened-cell"), box = create("div", undefined, "panel");
        cell.colSpan = heads.length;
        cell.append(box);
        holder.append(cell);
        after.classList.add("now");
        after.after(holder);
        const near = create("nav", undefined, "around");
        near.setAttribute("aria-label", "neighbours");
        for (const [to, text, rel] of [[left[at - 1], "← previous", "prev"], [left[at + 1], "next →", "next"]]) if (to) { const element = link(text, opens(to)); element.rel = rel; near.append(element); }
        const heading = create("h2", row.title), facts = create("p"), close = link("close", hash({ open: "", by: "" }));
        near.append(close);
        facts.append(create("code", row.id), ` ${row.system} `, badge(row.score, row.mark), row.result ? ` ${row.result}` : "", ...worded(row).flatMap((words) => [" ", badge(words, "bad")]));
        box.append(near, heading, facts);
        if (row.page) { const line_ = create("p"); line_.append(link("This item has a page of its own", row.page)); box.append(line_); }
        const status = create("p", "Reading the data…", "note");
        box.append(status);
        box.tabIndex = -1;
        box.focus({ preventScroll: true });
        after.scrollIntoView();
        Promise.all([load(row.file), load(`prompts-${track}.js`)]).then(([data, prompts]) => {
          status.remove();
          box.append(...asking(prompts[row.id]));
          const trials = data[row.id] || [];
          if (!trials.length) box.append(create("p", "Nothing was submitted for this item."));
          for (const trial of trials) box.append(...(trials.length > 1 ? [create("h3", `Trial ${trial.trial + 1}`)] : []), ...(games ? match(row, trial) : replies(trial)));
          box.append(create("p", `Long texts are cut to about ${last.toLocaleString("en")} characters here. Pages with everything, boards of all moves included, are written with --pages.`, "note"));
        }).catch((error) => { status.textContent = `The data cannot be read: ${error.message}.`; });
      }
      const replies = (trial) => [...spoken(trial).flatMap(([label, text]) => [create("p", label, "who"), written(text)]), ...why(trial)];

      function match(row, trial) {
        const players = row.players.map((name) => (name === "system" ? row.system : name)), list = create("table", undefined, "moves"), tbody = create("tbody"), sent = (trial.rounds || []).flat();
        (trial.moves || []).forEach(([played, ...said], number) => {
          const { seat, text, attempts } = sent[number], element = create("tr"), what = create("td", undefined, "left"), words = create("td", undefined, "left");
          what.append(create("code", played || "forfeits"));
          const texts = row.players[seat] === "system" ? [...(attempts || []), text].filter((reply) => reply !== played) : [];
          texts.forEach((reply, n) => what.append(folded(texts.length > 1 ? `reply ${n + 1}` : "reply", reply)));
          const ended = (sent[number].cut || []).length, kept = ended > (attempts || []).length ? said.filter((word) => !/^(unparsable|illegal): /.test(word)) : said;
          for (const word of [...(ended ? [`cut off at ${row.limit}`] : []), ...kept]) words.append(badge(word, "bad"), " ");
          element.append(create("td", number + 1), create("td", `${seat} ${players[seat]}`), what, words);
          tbody.append(element);
        });
        list.append(heading("move", "seat", "what", "referee"), tbody);
        const box = create("div", undefined, "wide tall");
        box.tabIndex = 0;
        box.setAttribute("role", "region");
        box.setAttribute("aria-label", "moves");
        box.append(list);
        return [create("p", players.map((name, seat) => `seat ${seat}: ${name}`).join("; "), "note"), ...(trial.worth ? [create("p", trial.worth)] : []), ...(trial.error || trial.reason ? [create("p", `Why: ${trial.error || trial.reason}`)] : []), box, ...(trial.board ? [create("p", "The board at the end", "who"), drawn(trial.board)] : []).filter(Boolean)];
      }

      heads.forEach((head) => {
        const button = create("button", head.textContent), key = head.dataset.key;
        button.type = "button";
        head.replaceChildren(button);
        button.addEventListener("click", () => {
          const now = asked(), is = now.get("sort") === key, numeric = ["score", "moves", "flags"].includes(key);
          const down = is ? !now.get("down") : numeric && key !== "score";
          go({ sort: key, down: down ? "1" : "", page: "", open: "", by: "" });
        });
      });
      field("q").addEventListener("input", () => location.replace(hash({ q: field("q").value.trim(), page: "", open: "", by: "" })));
      form.addEventListener("change", ({ target }) => { if (target.name !== "q") go({ [target.name]: target.value, page: "", open: "", by: "" }); });
      addEventListener("hashchange", render);
      addEventListener("pageshow", (event) => { if (event.persisted) render(); });
      form.hidden = false;
      render();
    }
  }

  addEventListener("DOMContentLoaded", () => { theme(); board(); boards(); cap(); match(); items(); wide(); });
  addEventListener("beforeprint", () => document.querySelectorAll("details").forEach((details) => { details.open = true; }));
})();
