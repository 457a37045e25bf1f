"use strict";
(() => {  // "Save or share" below tables and charts: files, links and HTML, made in the page without a server
  const NS = "http://www.w3.org/2000/svg", SCALE = 2, MARGIN = 12;
  const create = (tag, text, look) => {
    const element = document.createElement(tag);
    if (text !== undefined) element.textContent = text;
    if (look) element.className = look;
    return element;
  };
  const tidy = (text) => text.replace(/\s+/g, " ").trim();
  const made = () => tidy((document.querySelector("footer .made") || {}).textContent || "");

  // Tables: exact numbers where cells carry them, else those that are printed; intervals and counts are columns of their own.
  const PRINTED = /^([+-]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?)(%?)(?: \[(?:([+-]?[\d,.]+)%?, ([+-]?[\d,.]+)%?|[^\]]*)\])?$/;
  const words = (cell) => {
    const copy = cell.cloneNode(true);
    copy.querySelectorAll("svg, sup, .sample, .unseen, [aria-hidden='true']").forEach((part) => part.remove());
    return tidy(copy.textContent.replace(/\u00a0/g, " "));
  };
  function read(cell) {
    const { value, low, high, n } = cell.dataset, exact = (text) => (text === undefined ? null : Number(text)), text = words(cell).replace(/−/g, "-");
    const notes = [...cell.querySelectorAll("sup, .sample, .unseen")].map((part) => tidy(part.textContent).replace(/^\((.*)\)$/, "$1")).filter(Boolean);
    const result = { value: null, low: exact(low), high: exact(high), n: exact(n), notes: cell.tagName === "TD" ? notes.join(" ") : "" };
    if (value !== undefined) return { ...result, value: Number(value) };
    const counted = /^(.*?) ?\bn ([\d,]+)$/.exec(text), rest = counted && !("n" in cell.dataset) ? counted[1] : text.replace(/ n [\d,]+(?= |$)/, "");
    if (counted) result.n = Number(counted[2].replace(/,/g, ""));
    const match = cell.tagName === "TD" ? PRINTED.exec(rest) : null;
    if (!match) return { ...result, value: ["", "–"].includes(rest) ? null : cell.tagName === "TD" ? rest : words(cell) || null };
    const number = (printed) => (printed === undefined ? null : Number(printed.replace(/,/g, "")) / (match[2] ? 100 : 1));
    return { ...result, value: number(match[1]), low: result.low ?? number(match[3]), high: result.high ?? number(match[4]) };
  }
  const shown = (row) => !row.hidden && !row.matches(".opened");

  function dataOf(tables) {
    const columns = [], records = [];
    for (const table of tables) {
      if (table.rowsToTake) return table.rowsToTake();
      const heads = table.tHead ? [...table.tHead.rows[table.tHead.rows.length - 1].cells].map((cell) => tidy(cell.textContent)) : [];
      const name = (at) => { const first = heads.indexOf(heads[at]); return !heads[at] ? `column ${at + 1}` : first === at ? heads[at] : `${heads[at]} (${at + 1})`; };
      for (const row of [...table.tBodies].flatMap((body) => [...body.rows]).filter(shown)) {
        const record = new Map(tables.length > 1 ? [["table", tidy(table.caption ? table.caption.textContent : "")]] : []);
        [...row.cells].forEach((cell, at) => {
          for (const [part, value] of Object.entries(read(cell))) record.set(part === "value" ? name(at) : `${name(at)} ${part}`, value === "" ? null : value);
        });
        records.push(record);
        for (const key of record.keys()) if (!columns.includes(key)) columns.push(key);
      }
    }
    for (const key of columns) if (records.some((record) => typeof record.get(key) === "number")) for (const record of records) {  // a column of numbers has no texts
      if (typeof record.get(key) === "string") { record.set(`${key} notes`, tidy(`${record.get(key)} ${record.get(`${key} notes`) || ""}`)); record.set(key, null); }
    }
    const used = columns.filter((key) => records.some((record) => (record.get(key) ?? null) !== null));
    return { columns: used, rows: records.map((record) => used.map((key) => record.get(key) ?? null)) };
  }
  const field = (value) => {
    if (value === null) return "";
    const text = typeof value === "number" ? String(value) : /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
    return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  };
  const csv = ({ columns, rows }) => [columns, ...rows].map((row) => row.map(field).join(",")).join("\n") + "\n";
  const json = (title, { columns, rows }) => `${JSON.stringify({ title, page: document.title, made: made(), columns, rows: rows.map((row) => Object.fromEntries(columns.map((key, at) => [key, row[at]]))) }, null, 1)}\n`;

  // Charts: what is drawn, copied into one SVG with the looks of the light style sheet as attributes.
  const INHERITED = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "stroke-opacity", "text-anchor", "dominant-baseline", "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "paint-order"];
  const OWN = { opacity: "1", "vector-effect": "none" }, LEFT_OUT = /^(class|id|style|hidden|role|tabindex|width|height|aria-.*|data-.*|on.*|.*href)$/;
  const svg = (tag, attributes = {}) => { const element = document.createElementNS(NS, tag); for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value); return element; };

  function copied(element, around, box) {
    const look = getComputedStyle(element);
    if (look.display === "none" || look.visibility === "hidden" || ["title", "defs"].includes(element.localName)) return null;
    const used = element.localName === "use" ? document.getElementById((element.getAttribute("href") || "").slice(1)) : null;
    const copy = svg(used ? "g" : element.localName);
    for (const { name, value } of element.attributes) if (!LEFT_OUT.test(name) || (!box && /^(width|height)$/.test(name))) copy.setAttribute(name, value);
    for (const key of INHERITED) {
      const value = look.getPropertyValue(key);
      if (!around || around.getPropertyValue(key) !== value) copy.setAttribute(key, value); else copy.removeAttribute(key);
    }
    for (const [key, usual] of Object.entries(OWN)) if (look.getPropertyValue(key) !== usual) copy.setAttribute(key, look.getPropertyValue(key));
    if (!["none", ""].includes(look.translate)) copy.setAttribute("transform", `translate(${look.translate.split(" ").map(parseFloat).join(" ")}) ${element.getAttribute("transform") || ""}`.trim());
    if (used) {  // a "use" becomes a group with what it shows, which inherits as before
      const inner = copied(used, getComputedStyle(used.parentElement)), own = copy.getAttribute("transform") || "";
      copy.setAttribute("transform", `${own} translate(${element.getAttribute("x") || 0} ${element.getAttribute("y") || 0})`.trim());
      for (const key of ["x", "y"]) copy.removeAttribute(key);
      if (inner) copy.append(inner);
      return copy;
    }
    if (box) for (const [key, value] of Object.entries({ ...box, overflow: "visible" })) copy.setAttribute(key, value);
    for (const child of element.childNodes) {
      if (child.nodeType === Node.TEXT_NODE) { if (child.data.trim()) copy.append(child.data); } else if (child.nodeType === Node.ELEMENT_NODE) { const inner = copied(child, look); if (inner) copy.append(inner); }
    }
    return copy;
  }
  const measure = document.createElement("canvas").getContext("2d");
  function linesOf(node, at) {
    const look = getComputedStyle(node.parentElement), range = document.createRange(), lines = [];
    for (const word of node.data.matchAll(/\S+/g)) {
      range.setStart(node, word.index);
      range.setEnd(node, word.index + word[0].length);
      const [box] = range.getClientRects();
      if (!box || !box.width) continue;
      const last = lines[lines.length - 1];
      if (last && Math.abs(last.top - box.top) < 2) last.words.push(word[0]); else lines.push({ top: box.top, left: box.left, words: [word[0]] });
    }
    measure.font = look.font;
    const ascent = measure.measureText("x").fontBoundingBoxAscent, fonts = Object.fromEntries(["font-family", "font-size", "font-weight", "font-style"].map((key) => [key, look.getPropertyValue(key)]));
    return lines.map(({ top, left, words: parts }) => { const text = svg("text", { x: (left - at.left).toFixed(1), y: (top - at.top + ascent).toFixed(1), fill: look.color, ...fonts }); text.textContent = parts.join(" "); return text; });
  }
  function draw(element, at, into) {
    const look = getComputedStyle(element), box = element.getBoundingClientRect();
    if (look.display === "none" || element.matches(".unseen, .take, details, .note:not(.marks-key)")) return;
    if (element.localName === "svg") {
      const place = { x: (box.left - at.left).toFixed(1), y: (box.top - at.top).toFixed(1), width: box.width.toFixed(1), height: box.height.toFixed(1) };
      const copy = box.width && copied(element, null, place);
      if (copy) into.append(copy);
      return;
    }
    for (const child of element.childNodes) if (child.nodeType === Node.TEXT_NODE) into.append(...linesOf(child, at)); else if (child.nodeType === Node.ELEMENT_NODE) draw(child, at, into);
  }
  function picture(title, parts) {
    const root = document.documentElement, theme = root.dataset.theme;
    root.classList.add("still");
    root.dataset.theme = "light";
    try { return drawing(title, parts); } finally {
      if (theme) root.dataset.theme = theme; else delete root.dataset.theme;
      root.classList.remove("still");
    }
  }
  function drawing(title, parts) {
    const boxes = parts.map((part) => part.getBoundingClientRect()), left = Math.min(...boxes.map((box) => box.left)) - MARGIN, top = Math.min(...boxes.map((box) => box.top)) - MARGIN;
    const width = Math.ceil(Math.max(...boxes.map((box) => box.right)) - left + MARGIN), height = Math.ceil(Math.max(...boxes.map((box) => box.bottom)) - top + MARGIN);
    const whole = svg("svg", { width, height, viewBox: `0 0 ${width} ${height}` }), name = svg("title"), about = svg("desc");
    name.textContent = title;
    about.textContent = made();
    whole.append(name, about, svg("rect", { width, height, fill: "#ffffff" }));
    for (const part of parts) draw(part, { left, top }, whole);
    return { text: new XMLSerializer().serializeToString(whole), width, height };
  }
  const png = ({ text, width, height }) => new Promise((done, failed) => {
    const image = new Image(), canvas = document.createElement("canvas");
    image.onload = () => { canvas.width = width * SCALE; canvas.height = height * SCALE; canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height); canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error("the picture is too large"))), "image/png"); };
    image.onerror = () => failed(new Error("this browser cannot draw it"));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
  });

  function save(title, suffix, blob) {
    const link = create("a");
    link.href = URL.createObjectURL(blob);
    link.download = `interplay-${title.toLowerCase().replace(/[^a-z0-9]+/g, "-").slice(0, 60).replace(/^-+|-+$/g, "") || "page"}.${suffix}`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }
  async function copy(text, status) {
    try {
      await navigator.clipboard.writeText(text);
      status.textContent = "Copied.";
    } catch {  // a browser that does not allow it
      const area = create("textarea", text);
      area.readOnly = true;
      area.setAttribute("aria-label", "to copy");
      status.replaceChildren("Copy this: ", area);
      area.select();
    }
  }
  function address(near) {
    const page = location.href.split("#")[0], holder = near.closest("section[aria-labelledby], [id]"), id = holder && (holder.id || holder.getAttribute("aria-labelledby"));
    if (location.hash.includes("=") || (location.hash && near.closest(".match"))) return location.href;  // the view, or the step
    return id && id !== "main" ? `${page}#${id}` : page;
  }
  function snippet(title, near, inner) {
    const figure = create("figure"), caption = create("figcaption", `${title}. ${made()}`);
    if (location.protocol !== "file:") { const link = create("a", "Source"); link.href = address(near); caption.append(" ", link); }
    figure.append(caption);
    return figure.outerHTML.replace("<figcaption>", () => `\n${inner}\n<figcaption>`);
  }
  function plain({ columns, rows }) {
    const table = create("table"), head = create("thead"), body = create("tbody");
    const line = (values, tag) => { const row = create("tr"); row.append(...values.map((value) => create(tag, value === null ? "" : typeof value === "number" ? Number(value.toPrecision(6)) : value))); return row; };
    head.append(line(columns, "th"));
    body.append(...rows.map((row) => line(row, "td")));
    table.append(head, body);
    return table.outerHTML;
  }

  function toolbar(title, near, tables, parts) {
    const box = create("details", undefined, "take"), summary = create("summary", "Save or share"), group = create("div"), status = create("span");
    summary.append(create("span", `: ${title}`, "unseen"));
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", `Save or share: ${title}`);
    status.setAttribute("role", "status");
    const failed = (error) => { status.textContent = `This did not work: ${error.message}.`; };
    const add = (name, action) => { const button = create("button", name); button.type = "button"; button.addEventListener("click", async () => { status.textContent = ""; try { await action(); } catch (error) { failed(error); } }); group.append(button); };
    if (tables.length) {
      add("CSV", () => save(title, "csv", new Blob([csv(dataOf(tables))], { type: "text/csv" })));
      add("JSON", () => save(title, "json", new Blob([json(title, dataOf(tables))], { type: "application/json" })));
    }
    if (parts.length) {
      add("SVG", () => save(title, "svg", new Blob([picture(title, parts).text], { type: "image/svg+xml" })));
      add("PNG", async () => save(title, "png", await png(picture(title, parts))));
    }
    add("Copy link", () => copy(address(near), status));
    add("Copy as HTML", () => copy(snippet(title, near, parts.length ? picture(title, parts).text : plain(dataOf(tables))), status));
    group.append(status);
    box.append(summary, group);
    return box;
  }

  const heading = (element) => {
    const holder = element.closest("[aria-labelledby]"), label = holder && document.getElementById(holder.getAttribute("aria-labelledby")), named = element.closest("[aria-label]");
    const text = (node) => { const copy_ = node.cloneNode(true); copy_.querySelectorAll(".id").forEach((id) => id.remove()); return tidy(copy_.textContent); };
    return label && label.tagName !== "FIGCAPTION" ? text(label) : (named && named.getAttribute("aria-label")) || text(document.querySelector("h1"));
  };
  function place(element, title, tables, parts, after = element) {
    const own = toolbar(title, element, tables, parts);
    while (after.nextElementSibling && after.nextElementSibling.matches(".hint, .marks-key")) after = after.nextElementSibling;
    after.after(own);
    return own;
  }
  function words_() {  // what a term means, on pointing, focus or a tap; a second tap or Enter follows the link
    const bubble = create("span", undefined, "bubble");
    bubble.id = "bubble";
    bubble.setAttribute("role", "tooltip");
    bubble.hidden = true;
    document.body.append(bubble);
    let now = null;
    const hide = () => { if (now) now.removeAttribute("aria-describedby"); now = null; bubble.hidden = true; };
    const show = (term) => {
      hide();
      now = term;
      bubble.textContent = term.dataset.means;
      bubble.hidden = false;
      term.setAttribute("aria-describedby", "bubble");
      const at = term.getBoundingClientRect(), { width, height } = bubble.getBoundingClientRect(), below = at.bottom + height + 8 < innerHeight;
      bubble.style.left = `${Math.max(8, Math.min(at.left, innerWidth - width - 8))}px`;
      bubble.style.top = `${below ? at.bottom + 4 : at.top - height - 4}px`;
    };
    for (const term of document.querySelectorAll("a.term")) {
      term.addEventListener("focus", () => show(term));
      term.addEventListener("blur", hide);
      term.addEventListener("pointerenter", (event) => { if (event.pointerType === "mouse") show(term); });
      term.addEventListener("pointerleave", (event) => { if (event.pointerType === "mouse" && document.activeElement !== term) hide(); });
      let shown_ = false;
      term.addEventListener("pointerdown", (event) => { shown_ = event.pointerType === "mouse" || now === term; });
      term.addEventListener("click", (event) => { if (!shown_ && event.detail) { event.preventDefault(); show(term); } });
    }
    addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
    addEventListener("scroll", hide, { passive: true });
  }
  function dated() {  // the page's own file has a date, which its text leaves out to be the same for the same input
    const holder = document.getElementById("dated"), date = new Date(document.lastModified);
    if (!holder || isNaN(date) || (location.protocol !== "file:" && Date.now() - date < 10_000)) return;  // a server that gives none
    holder.querySelector("time").dateTime = holder.querySelector("time").textContent = `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;
    holder.hidden = false;
  }
  function start() {
    words_();
    dated();
    const main = document.getElementById("main"), all = (selector) => [...main.querySelectorAll(selector)];
    for (const element of all(".match")) {
      const title = tidy(document.querySelector("h1").firstChild.textContent);
      document.querySelector(".state").append(toolbar(title, element, all(".moves"), all(".match .picture svg")));
    }
    for (const element of all(".curves")) element.append(toolbar(tidy(element.querySelector("figcaption").textContent), element, [...element.querySelectorAll("table")], [...element.children].filter((part) => part.matches("figcaption, svg, .key"))));
    for (const element of all(".bars")) place(element, heading(element), [...element.querySelectorAll("table")], [element]);
    for (const element of all(".forest")) {
      const key = element.nextElementSibling;
      place(element, tidy(element.caption ? element.caption.textContent : heading(element)), [element], [element, ...(key && key.matches(".marks-key") ? [key] : [])], element.closest(".wide") || element);
    }
    for (const element of all(".picture")) if (!element.closest(".match")) element.append(toolbar(tidy(element.querySelector("figcaption").textContent).slice(0, 80), element, [], [element.querySelector("svg")]));
    for (const element of all("table")) {
      if (element.matches(".forest") || element.closest(".match, .curves, .bars, .opened, .take, .dialogue")) continue;
      const title = tidy(element.caption ? element.caption.textContent : heading(element)), controls = element.matches("#board, #items") ? document.querySelector(".controls") : null;
      if (controls) controls.append(toolbar(title, element, [element], [])); else place(element, title, [element], [], element.closest(".wide") || element);
    }
  }
  addEventListener("DOMContentLoaded", start);
})();
