"use strict";
addEventListener("DOMContentLoaded", () => {
  const { create, load, badge, link, asking, drawn, spoken, why, asked, hash, heading, identifier, called, unreadable, paginate } = window.interplay;
  const unfinished = (/^\([^)]*\) /.exec(document.title) || [""])[0];
  const byId = (id) => document.getElementById(id), SIZE = 25;
  const choosing = byId("choosing"), filter = byId("apart"), table = byId("apart-items"), collator = new Intl.Collator("en", { numeric: true });
  for (const box of [choosing, filter]) box.elements = Object.fromEntries([...box.querySelectorAll("[name]")].map((field) => [field.name, field]));
  const count = (number, name) => `${number.toLocaleString("en")} ${number === 1 ? name.replace(/s$/, "") : name}`;
  const failed = (error) => { byId("failed").hidden = false; byId("failed").textContent = unreadable(error); };
  const option = (value, text) => { const element = create("option", text); element.value = value; return element; };
  const cell = (tag, content, look) => { const element = create(tag, undefined, look); element.append(...[content].flat()); if (tag === "th") element.scope = "row"; return element; };
  const draw = (tag, values, ...inner) => { const element = document.createElementNS("http://www.w3.org/2000/svg", tag); for (const [key, value] of Object.entries(values)) element.setAttribute(key, value); element.append(...inner); return element; };
  document.querySelectorAll(".all-pairs").forEach((details) => { details.open = false; });

  // Differences are texts, such as "+3.1 [1.2, 5.0]" or "> 0.50", so that they are those of the command line to the last digit.
  const numbers = (text) => (text.match(/[+−]?\d[\d.]*/g) || []).map((number) => Number(number.replace("−", "-")));
  const negated = (number, plus) => (Number(number.replace("−", "-")) === 0 ? number : number.startsWith("−") ? (plus ? "+" : "") + number.slice(1) : `−${number.replace("+", "")}`);
  function swapped(text) {
    const parts = text.match(/[+−]?\d[\d.]*/g) || [];
    if (/^[<>]/.test(text)) return `${text[0] === "<" ? ">" : "<"} ${negated(parts[0], true)}`;
    return parts.length === 3 ? `${negated(parts[0], true)} [${negated(parts[2])}, ${negated(parts[1])}]` : parts.length ? negated(parts[0], true) : text;
  }
  const turned = (line) => [line[0], line[1], swapped(line[2]), ...line.slice(3)];
  const leads = ([, , text, , better]) => (!better ? "" : /^(−|<)/.test(text) ? "b" : "a");

  load("pairs.js").then(start).catch(failed);

  function start(tracks) {
    let shown = "";
    const twoModels = ({ pairs, systems }) => Object.entries(pairs).some(([key, [line]]) => line[0] && key.split(" ").every((n) => !systems[n][3]));
    function view() {
      const now = asked(), name = Object.hasOwn(tracks, now.get("track") ?? "") ? now.get("track") : Object.keys(tracks).find((one) => twoModels(tracks[one])) ?? Object.keys(tracks)[0], track = tracks[name], labels = track.systems.map(([label]) => label);
      const models = track.order.filter((n) => !track.systems[n][3]);
      const find = (wanted) => (wanted === null ? -1 : [labels.indexOf(wanted), ...["", " "].map((end) => track.systems.findIndex(([, system]) => (end ? [" (", " against ", ', run "'].some((more) => wanted.startsWith(system + more)) : wanted === system)))].find((n) => n >= 0) ?? -1);
      const [a, b] = [find(now.get("a")), find(now.get("b"))];
      const computed = (one, two) => track.pairs[`${one} ${two}`] || track.pairs[`${two} ${one}`], shares = (one) => (two) => one !== two && (computed(one, two) || [[0]])[0][0] > 0;
      const first = a >= 0 ? a : models.find((n) => n !== b && (b < 0 ? models.some(shares(n)) : shares(b)(n))) ?? track.order.find((n) => n !== b && (b < 0 ? track.order.some(shares(n)) : shares(b)(n))) ?? track.order.find((n) => n !== b);
      const second = b >= 0 && b !== first ? b : models.find(shares(first)) ?? track.order.find(shares(first)) ?? track.order.find((n) => n !== first);
      const lacking = [["a", a], ["b", b]].filter(([key, n]) => n < 0 && now.get(key)).map(([key]) => now.get(key));
      const pair = track.pairs[`${first} ${second}`], reversed = track.pairs[`${second} ${first}`];
      const lines = pair || (reversed && [turned(reversed[0]), reversed[1].map(([part, where, line]) => [part, where, turned(line)])]);
      return { name, track, labels, first, second, a: labels[first], b: labels[second], lines, lacking, now };
    }

    function render() {
      const state = view(), key = [state.name, state.first, state.second].join(" ");
      fill(state);
      if (key !== shown) {
        verdict(state);
        byPart(state);
        budgets(state);
        if (shown) choosing.scrollIntoView({ block: "nearest" });
        document.title = `${unfinished}${state.a} and ${state.b}, ${state.name}`;
      }
      byId("by-part").querySelectorAll("tbody th a").forEach((a, n) => { a.href = hash({ part: state.lines[1][n][1].join("/"), page: "", item: "" }); });
      shown = key;
      load(`items-${state.name}.js`).then((data) => { if (view().now.toString() === state.now.toString()) apart(state, data); }).catch(failed);
    }

    function fill({ name, track, first, second, labels }) {
      choosing.elements.track.replaceChildren(...Object.keys(tracks).map((other) => option(other, other)));
      choosing.elements.track.value = name;
      for (const [key, own] of [["a", first], ["b", second]]) {
        const groups = [["models", false], ["programs", true]].map(([label, program]) => {
          const group = create("optgroup");
          group.label = label;
          group.append(...track.order.filter((n) => track.systems[n][3] === program).map((n) => option(labels[n], labels[n])));
          return group;
        });
        choosing.elements[key].replaceChildren(...groups.filter((group) => group.children.length));
        choosing.elements[key].value = labels[own];
      }
    }

    function verdict({ name, track, a, b, first, second, lines, lacking }) {
      const box = byId("verdict"), sentence = create("p", undefined, "verdict"), links = create("p", undefined, "note");
      const known = lines && lines[0], amount = (line) => (leads(line) === "b" ? swapped(line[2]) : line[2]).replace("+", "");
      if (!known) sentence.append("No difference was computed for this pair, because one of the two is not among the first systems of the track. The items are below.");
      else if (!known[0]) sentence.append(create("b", a), " and ", create("b", b), ` cannot be compared on ${name}: ${known[5]}.`);
      else if (known[3] === "–") sentence.append(`${a} minus ${b}: ${known[2]} ${track.unit}.`, known[5] ? ` No significance test: ${known[5]}.` : "");
      else if (leads(known)) sentence.append(create("b", leads(known) === "a" ? a : b), ` is better than ${leads(known) === "a" ? b : a} by `, create("b", `${amount(known)} ${track.unit}`), ".");
      else sentence.append(create("b", a), " and ", create("b", b), ` are not distinguishable: the first minus the second is ${known[2]} ${track.unit}.`);
      const facts = known && known[0] ? [`${count(known[0], "items")} in common with a score`, ...(known[1] && known[1] !== known[0] ? [count(known[1], track.clusters)] : []), ...(known[3] === "–" ? [] : [`p ${known[3]}`, `${track.percent}% interval`])] : [];
      links.append("Pages of ", link(a, track.systems[first][2]), " and ", link(b, track.systems[second][2]));
      box.replaceChildren(sentence, ...(facts.length ? [create("p", `${name}: ${facts.join(", ")}.`, "note")] : []), ...(known && known[0] && known[3] !== "–" && known[5] ? [create("p", `${known[5]}.`, "note")] : []), ...(lacking.length ? [create("p", `Not on this track: ${lacking.join(", ")}.`, "note")] : []), links);
    }

    function byPart({ track, a, b, lines }) {
      const box = byId("by-part"), title = create("h2", `Difference by ${track.by}`), parts = lines ? lines[1] : [];
      title.id = "by-part-title";
      box.replaceChildren(title);
      box.hidden = !parts.length;
      if (!parts.length) return;
      const all = parts.map(([, , line]) => numbers(line[2]));
      const reach = Math.max(0, ...all.flat().map(Math.abs)) || 1, at = (n) => Math.min(100, Math.max(0, 50 + 50 * n / reach));
      const grid = create("table", undefined, "by-part"), body = create("tbody"), tested = parts.some(([, , line]) => line[3] !== "–");
      for (const [part, where, line] of parts) {
        const [value, low, high] = numbers(line[2]), one = line[2].startsWith("<") ? [-reach, value] : line[2].startsWith(">") ? [value, reach] : [low, high], row = create("tr");
        const plot = draw("svg", { width: "100%", height: 24, "aria-hidden": "true" }, draw("line", { class: "zero", x1: "50%", x2: "50%", y1: 0, y2: 24 }));
        if (one[0] !== undefined && one[1] !== undefined) plot.append(draw("line", { class: "whisker", x1: `${at(one[0])}%`, x2: `${at(one[1])}%`, y1: 12, y2: 12 }));
        if (value !== undefined && !/^[<>]/.test(line[2])) plot.append(draw("circle", { class: "dot", cx: `${at(value)}%`, cy: 12, r: 4 }));
        const who = leads(line), words = who ? create("b", `${who === "a" ? a : b} is better`) : create("span", line[3] !== "–" ? "not distinguishable" : line[5].startsWith("fewer") ? "too few to test" : "not tested", "quiet-text");
        const name = link(part, hash({ part: where.join("/"), page: "", item: "" }));
        name.title = "the items of this part, below";
        name.addEventListener("click", () => requestAnimationFrame(() => byId("apart-section").scrollIntoView()));
        row.append(cell("th", name), cell("td", plot, "plot"), cell("td", line[2], "n"), ...(tested ? [cell("td", words, "left better"), cell("td", line[3], "n p")] : []), cell("td", line[0].toLocaleString("en"), "n"));
        body.append(row);
      }
      const names = heading(track.by, "", `difference, ${track.percent}% interval`, ...(tested ? ["at p < 0.05", "p (Holm)"] : []), "items"), ends = create("span", undefined, "sides");
      ends.append(create("span", `← ${b} better`), create("span", `${a} better →`));
      names.rows[0].cells[1].append(ends);
      if (!tested) names.rows[0].cells[3].className = "n";
      grid.append(names, body);
      const wide = create("div", undefined, "wide");
      wide.tabIndex = 0;
      wide.setAttribute("role", "region");
      wide.setAttribute("aria-labelledby", title.id);
      wide.append(grid);
      const reasons = [...new Set(parts.filter(([, , line]) => line[3] === "–").map(([, , line]) => line[5]).filter(Boolean))];
      box.append(wide, create("p", `${a} minus ${b}, in ${track.unit}${track.unit === "levels" ? " (doublings of the number of operations)" : ""}. A ${track.by} leads to its items below.${reasons.length ? ` ${tested ? "Not tested" : "No significance tests"}: ${reasons.join("; ")}.` : ""}`, "note"));
    }

    function budgets({ track, labels, first, second }) {
      const box = byId("at-budgets"), curves = [first, second].map((n, look) => ({ label: labels[n], look, points: track.systems[n][4] })).filter(({ points }) => points.length), title = create("h2", "Quality at a budget");
      title.id = "at-budgets-title";
      box.replaceChildren(title);
      box.hidden = !curves.length;
      if (!curves.length) return;
      const known = [...new Set(curves.flatMap(({ points }) => points.map(([tokens]) => tokens)))].sort((x, y) => x - y), x = (tokens) => 100 * known.indexOf(tokens) / Math.max(1, known.length - 1), up = (score) => 200 * (1 - Math.min(1, Math.max(0, score / track.top)));
      const plot = draw("svg", { x: 44, y: 24, width: "82%", height: 240, overflow: "visible" }), lines = draw("svg", { width: "100%", height: 200, viewBox: "0 0 100 200", preserveAspectRatio: "none", overflow: "visible" });
      for (const percent of [0, 25, 50, 75, 100]) {
        lines.append(draw("line", { class: "grid", x1: 0, x2: 100, y1: 200 - 2 * percent, y2: 200 - 2 * percent }));
        plot.append(draw("text", { class: "tick", x: -8, y: 204 - 2 * percent, "text-anchor": "end" }, `${percent}%`));
      }
      plot.append(lines);
      known.forEach((tokens, n) => plot.append(draw("text", { class: n % 2 ? "tick second" : "tick", x: `${x(tokens)}%`, y: 218, "text-anchor": "middle" }, tokens.toLocaleString("en"))));
      plot.append(draw("text", { class: "tick", x: "50%", y: 237, "text-anchor": "middle" }, "tokens of a reply"));
      const ends = curves.map(({ points }) => up(points[points.length - 1][1])), above = curves.length > 1 && ends[0] > ends[1] ? 1 : 0;
      curves.forEach(({ label, look, points }, n) => {
        lines.append(draw("polyline", { class: `curve series-${look}`, points: points.map(([tokens, score]) => `${x(tokens)},${up(score)}`).join(" "), ...(look ? { "stroke-dasharray": "6 4" } : {}) }));
        for (const [tokens, score, low, high] of points) {
          if (low !== undefined) plot.append(draw("line", { class: `reach series-${look}`, x1: `${x(tokens)}%`, x2: `${x(tokens)}%`, y1: up(low), y2: up(high) }));
          plot.append(draw("circle", { class: `point series-${look}`, cx: `${x(tokens)}%`, cy: up(score), r: 3.5 }));
        }
        const last = points[points.length - 1], under = n !== above && curves.length > 1;
        plot.append(draw("text", { class: `tick end series-${look} label`, x: `${x(last[0])}%`, y: under ? Math.max(ends[n], ends[above]) + 20 : ends[n] - 10, "text-anchor": x(last[0]) > 50 ? "end" : "start" }, label.length > 34 ? `${label.slice(0, 33)}…` : label));
      });
      const percent = (score) => `${(100 * score / track.top).toFixed(0)}%`, grid = create("table", undefined, "numbers"), body = create("tbody");
      for (const tokens of known) {
        const row = create("tr");
        row.append(cell("th", tokens.toLocaleString("en")), ...curves.map(({ points }) => { const point = points.find(([own]) => own === tokens); return cell("td", point ? percent(point[1]) + (point[2] === undefined ? "" : ` [${percent(point[2])}, ${percent(point[3])}]`) : "–", "n"); }));
        body.append(row);
      }
      grid.append(heading("tokens", ...curves.map(({ label }) => label)), body);
      const wide = create("div", undefined, "wide"), details = create("details"), lacking = [first, second].filter((n) => !track.systems[n][4].length);
      wide.append(grid);
      details.append(create("summary", "The numbers of this chart"), wide);
      box.append(draw("svg", { width: "100%", height: 270, overflow: "visible", role: "img", "aria-label": "score at a budget of reply tokens; the table below has the numbers" }, plot), create("p", `Score on all items of each system, in percent of the maximum, if a reply may have so many tokens, reasoning included.${lacking.length ? ` ${labels[lacking[0]]} has no such scores${track.systems[lacking[0]][3] ? ": a program writes no tokens" : ""}.` : ""}`, "note"), details);
    }

    function apart(state, { systems, items, rows: packed, groups }) {
      const { name, a, b, first, second, now, track } = state, sides = [new Map(), new Map()], games = name === "games";
      for (const [system, item, moves, value, score, mark, result, , , page] of packed) if (system === first || system === second) sides[system === first ? 0 : 1].set(item, { value, score, mark, result, moves, page });
      const common = [...sides[0].keys()].filter((item) => sides[1].has(item)).map((item) => {
        const [id, title, keys, players] = items[item], pair = sides.map((side) => side.get(item)), [x, y] = pair.map(({ value }) => value);
        const who = x === null || y === null || x === y ? "" : x > y ? "a" : "b";
        return { id, title, keys, players, pair, who, size: x === null || y === null ? 0 : Math.abs(x - y), text: `${title} ${id}`.toLowerCase() };
      });
      const parts = state.lines ? state.lines[1] : [], who = now.get("who") || "apart", part = now.get("part") || "", words = (now.get("q") || "").trim().toLowerCase().split(/\s+/);
      const inPart = (row) => !part || part.split("/").every((value) => row.keys.includes(value)), fits = { apart: (row) => row.who, a: (row) => row.who === "a", b: (row) => row.who === "b", all: () => true };
      const left = common.filter((row) => (Object.hasOwn(fits, who) ? fits[who] : fits.apart)(row) && inPart(row) && words.every((word) => row.text.includes(word)));
      left.sort((one, two) => two.size - one.size || collator.compare(one.title + one.id, two.title + two.id));
      const number = (key) => common.filter(fits[key]).length.toLocaleString("en");
      filter.elements.who.replaceChildren(option("", `all that differ (${number("apart")})`), option("a", `${a} better (${number("a")})`), option("b", `${b} better (${number("b")})`), option("all", `all in common, also those without a score (${number("all")})`));
      filter.elements.who.value = who === "apart" ? "" : who;
      byId("part-name").textContent = track.by[0].toUpperCase() + track.by.slice(1);
      filter.elements.part.replaceChildren(option("", "all"), ...parts.map(([label, where]) => option(where.join("/"), label)));
      filter.elements.part.value = part;
      filter.elements.part.parentElement.hidden = !parts.length;
      if (filter.elements.q !== document.activeElement) filter.elements.q.value = now.get("q") || "";
      const at = left.findIndex((row) => row.id === now.get("item")), pages = Math.max(1, Math.ceil(left.length / SIZE)), page = at >= 0 ? Math.floor(at / SIZE) + 1 : Math.min(pages, Math.max(1, Number(now.get("page")) || 1)), from = (page - 1) * SIZE;
      const body = create("tbody"), shownRows = left.slice(from, from + SIZE);
      body.append(...shownRows.map((row) => {
        const line = create("tr"), mine = ({ score, mark, result }) => [badge(score, mark), ...(result ? [` ${result}`] : [])];
        const label = link(row.title, hash({ item: row.id })), cells = [cell("th", [label, ...(row.title === row.id ? [] : [" ", identifier(row.id)])]), cell("td", groups[row.keys[row.keys.length - 1]][0]), cell("td", mine(row.pair[0])), cell("td", mine(row.pair[1])), cell("td", row.who ? `${row.who === "a" ? a : b} better` : row.pair.some(({ value }) => value === null) ? "no score" : "equal")];
        cells[2].dataset.label = a;
        cells[3].dataset.label = b;
        line.append(...cells);
        return line;
      }));
      table.replaceChildren(heading(games ? "match" : "item", track.by, a, b, "who"), body);
      byId("count").textContent = (left.length ? `${(from + 1).toLocaleString("en")}–${(from + shownRows.length).toLocaleString("en")} of ${left.length.toLocaleString("en")}, the largest differences first. ${games ? "A match" : "An item"} opens with both systems side by side.` : "Nothing matches this filter.") + (now.get("item") && at < 0 ? ` ${now.get("item")} is not among them.` : "");
      paginate(byId("apart-pages"), page, pages, SIZE, { item: "" });
      byId("apart-section").hidden = !common.length || Boolean(state.lines && !state.lines[0][0]);
      if (at >= 0) open(state, left, at, body.rows[at - from], [first, second].map((n) => systems[n][1]));
      dispatchEvent(new Event("resize"));
    }

    function open({ name, a, b }, left, at, after, files) {
      const row = left[at], holder = create("tr", undefined, "opened"), box = create("div", undefined, "panel"), inside = create("td", undefined, "left opened-cell"), near = create("nav", undefined, "around"), heading = create("h2", row.title), facts = create("p"), status = create("p", "Reading the data…", "note");
      inside.colSpan = 5;
      inside.append(box);
      holder.append(inside);
      after.classList.add("now");
      after.after(holder);
      near.setAttribute("aria-label", "neighbours");
      for (const [to, text] of [[left[at - 1], "← previous"], [left[at + 1], "next →"]]) if (to) near.append(link(text, hash({ item: to.id })));
      near.append(link("close", hash({ item: "" })));
      const alone = (n) => row.pair[n].page || `items-${name}.html#${new URLSearchParams({ open: row.id, by: [a, b][n] })}`;
      facts.append(create("code", row.id), ...[a, b].flatMap((label, n) => [" ", link(label, alone(n)), " ", badge(row.pair[n].score, row.pair[n].mark)]));
      box.append(near, heading, facts, status);
      box.tabIndex = -1;
      box.focus({ preventScroll: true });
      after.scrollIntoView();
      Promise.all([...files.map(load), load(`prompts-${name}.js`)]).then(([mine, theirs, prompts]) => {
        status.remove();
        box.append(...asking(prompts[row.id]));
        const both = [mine, theirs].map((data) => data[row.id] || []);
        for (let n = 0; n < Math.max(...both.map((trials) => trials.length), 1); n += 1) {
          if (Math.max(...both.map((trials) => trials.length)) > 1) box.append(create("h3", `Trial ${n + 1}`));
          box.append(...(name === "games" ? matches : replies)([a, b], both.map((trials) => trials[n]), row));
        }
        box.append(create("p", "Long texts are cut to about 2,000 characters here.", "note"));
      }).catch((error) => { status.textContent = `The data cannot be read: ${error.message}.`; });
    }

    function replies(labels, trials) {
      const texts = trials.map((trial) => new Map(trial ? spoken(trial) : [])), names = [...new Set(texts.flatMap((side) => [...side.keys()]))], equal = names.filter((name) => texts[0].get(name) === texts[1].get(name));
      const parts = names.length ? [create("p", equal.length === names.length ? "Both systems replied the same." : "Marked lines differ between the two replies.", "note")] : [];
      for (const name of names) {
        const pair = create("div", undefined, "pair versions"), lines = texts.map((side) => (side.get(name) ?? "(nothing)").split("\n")), changed = differing(...lines);
        lines.forEach((own, side) => {
          const column = create("div"), pre = create("pre", undefined, "text");
          pre.append(...own.map((text, n) => create(changed[side][n] ? "mark" : "span", `${text}\n`)));
          pre.tabIndex = 0;
          column.append(create("p", `${labels[side]}${names.length > 1 ? `, ${name}` : ""}`, "who"), pre);
          pair.append(column);
        });
        parts.push(pair);
      }
      const reasons = create("div", undefined, "pair");
      trials.forEach((trial, side) => { const column = create("div"); column.append(...(names.length ? [] : [create("p", labels[side], "who")]), ...(trial ? why(trial) : [create("p", "Nothing was submitted for this item.")])); reasons.append(column); });
      return [...parts, reasons];
    }

    // The lines of two texts that are outside of one longest common subsequence.
    function differing(one, two) {
      const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(two.length + 1)), changed = [one.map(() => true), two.map(() => true)];
      for (let i = one.length - 1; i >= 0; i -= 1) for (let j = two.length - 1; j >= 0; j -= 1) lengths[i][j] = one[i] === two[j] ? lengths[i + 1][j + 1] + 1 : Math.max(lengths[i + 1][j], lengths[i][j + 1]);
      for (let i = 0, j = 0; i < one.length && j < two.length;) {
        if (one[i] === two[j]) { changed[0][i] = changed[1][j] = false; i += 1; j += 1; } else if (lengths[i + 1][j] >= lengths[i][j + 1]) i += 1; else j += 1;
      }
      return changed;
    }

    function matches(labels, trials, { players }) {
      const moves = trials.map((trial) => { const sent = ((trial && trial.rounds) || []).flat(); return ((trial && trial.moves) || []).map(([played, ...said], n) => ({ played: played || "forfeits", said, seat: sent[n] ? sent[n].seat : "" })); });
      const longest = Math.max(...moves.map((side) => side.length)), same = (n) => moves[0][n] && moves[1][n] && moves[0][n].seat === moves[1][n].seat && moves[0][n].played === moves[1][n].played;
      const parting = Array.from({ length: longest }, (_, n) => n).find((n) => !same(n)), seats = players.map((player, seat) => `seat ${seat}: ${called(player, "the system")}`).join("; ");
      const grid = create("table", undefined, "moves side-by-side"), body = create("tbody"), box = create("div", undefined, "wide tall");
      for (let n = 0; n < longest; n += 1) {
        const line = create("tr", undefined, n === parting ? "parting" : undefined), own = (move) => (move ? [create("span", `${move.seat} `, "quiet-text"), create("code", move.played), ...move.said.flatMap((word) => [" ", badge(word, "bad")])] : ["–"]);
        line.append(cell("td", [String(n + 1), ...(n === parting ? [" ", create("b", "first difference")] : [])], "left"), ...moves.map((side) => cell("td", own(side[n]), "left")));
        body.append(line);
      }
      grid.append(heading("move", ...labels), body);
      box.tabIndex = 0;
      box.setAttribute("role", "region");
      box.setAttribute("aria-label", "moves of both matches");
      box.append(grid);
      if (parting !== undefined) requestAnimationFrame(() => { const line = body.rows[parting]; box.scrollTop = line.offsetTop - box.clientHeight / 3; });
      const reasons = trials.map((trial, side) => trial && (trial.error || trial.reason) && `${labels[side]}: ${trial.error || trial.reason}`).filter(Boolean);
      const ends = create("div", undefined, "pair"), drawings = trials.map((trial) => trial && drawn(trial.board));
      if (drawings.some(Boolean)) drawings.forEach((figure, side) => { const column = create("div"); column.append(create("p", `${labels[side]}, the board at the end`, "who"), figure || "–"); ends.append(column); });
      return [create("p", `${seats}. ${!longest ? "No moves were recorded." : parting === undefined ? "Both matches have the same moves." : `The matches first differ at move ${parting + 1}. The seat is shown before each move.`}`, "note"), ...reasons.map((text) => create("p", text)), box, ends];
    }

    choosing.addEventListener("change", ({ target }) => {
      const { track, a, b } = choosing.elements, state = view(), chosen = { track: track.value, a: a.value, b: b.value };
      if (chosen.a === chosen.b) chosen[target.name === "a" ? "b" : "a"] = state[target.name];  // the two change places
      location.hash = new URLSearchParams(chosen);
    });
    byId("swap").addEventListener("click", () => { const { name, a, b, now } = view(); location.hash = hash({ track: name, a: b, b: a, who: { a: "b", b: "a" }[now.get("who")] || now.get("who") }); });
    filter.addEventListener("change", ({ target }) => { if (target.name !== "q") location.hash = hash({ [target.name]: target.value, page: "", item: "" }); });
    filter.elements.q.addEventListener("input", () => location.replace(hash({ q: filter.elements.q.value.trim(), page: "", item: "" })));
    addEventListener("hashchange", render);
    addEventListener("pageshow", (event) => { if (event.persisted) render(); });
    choosing.hidden = false;
    byId("compare").hidden = false;
    render();
  }
});
