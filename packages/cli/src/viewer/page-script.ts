/**
 * The script of the viewer page. It only builds elements and text nodes and never parses markup from data, which the
 * page's policy (`require-trusted-types-for`) enforces too.
 */
export const VIEWER_SCRIPT = String.raw`'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  data.logs.sort((a, b) => b.events.length - a.events.length);
  const app = document.getElementById('app');
  const PAGE = 200;
  const state = { log: 0, text: '', type: '', actor: '', channel: '', shown: PAGE };

  function el(tag, attributes, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else if (value !== false && value !== undefined) element.setAttribute(name, value);
    }
    element.append(...children.filter((child) => child != null));
    return element;
  }

  const number = (count) => count.toLocaleString('en-US');

  function banner(log) {
    const report = log.report;
    if (!report.ok) {
      return el('p', { class: 'banner bad', role: 'status' },
        el('b', {}, 'This log is broken'),
        ' at event ' + report.broken_at_seq + ': ' + report.broken_reason +
        (report.detail ? ' (' + report.detail + ')' : '') + '.');
    }
    const notes = [];
    if (report.shredded) notes.push(number(report.shredded) + ' forgotten');
    if (report.recovered) notes.push(number(report.recovered) + ' recovered');
    return el('p', { class: 'banner', role: 'status' },
      el('b', {}, 'Intact'),
      ' when this page was made: ' + number(report.total_events) + ' events verified' +
      (report.head ? ', ending with ' + report.head.hash : '') +
      (notes.length ? '; ' + notes.join(', ') : '') + '.');
  }

  function matches(event) {
    if (state.type && event.type !== state.type) return false;
    if (state.actor && event.actor !== state.actor) return false;
    if (state.channel && event.channel !== state.channel) return false;
    if (!state.text) return true;
    const text = state.text.toLowerCase();
    return [event.type, event.actor, event.client, event.summary, event.citation, event.id, event.payload]
      .some((field) => field.toLowerCase().includes(text));
  }

  function copyButton(text) {
    const button = el('button', { type: 'button', onclick: () => copy(text, button) }, 'Copy');
    return button;
  }

  async function copy(text, button) {
    let done = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const area = el('textarea', { 'aria-hidden': 'true' });
      area.value = text;
      document.body.append(area);
      area.select();
      done = document.execCommand('copy');
      area.remove();
    }
    button.textContent = done ? 'Copied' : 'Copy failed';
    setTimeout(() => { button.textContent = 'Copy'; }, 1500);
  }

  function row(event) {
    const details = el('details', {},
      el('summary', {},
        el('span', { class: 'seq' }, String(event.seq)),
        el('span', { class: 'type' }, event.type,
          el('span', { class: 'who' }, event.actor),
          event.channel ? el('span', { class: 'tag' }, event.channel) : null,
          event.restricted ? el('span', { class: 'tag warn' }, 'redacted') : null,
          event.forgotten ? el('span', { class: 'tag warn' }, 'forgotten') : null),
        el('time', { class: 'time', datetime: event.time }, event.time.slice(0, 19).replace('T', ' ')),
        el('span', { class: 'about' }, event.summary)));
    details.addEventListener('toggle', () => {
      if (details.open && details.childElementCount === 1) details.append(body(event));
    });
    return el('li', {}, details);
  }

  function body(event) {
    const facts = el('dl', {},
      el('dt', {}, 'Citation'), el('dd', {}, event.citation, copyButton(event.citation)),
      el('dt', {}, 'Event'), el('dd', {}, event.id),
      el('dt', {}, 'Hash'), el('dd', {}, event.hash),
      el('dt', {}, 'Time'), el('dd', {}, event.time));
    if (event.client) facts.append(el('dt', {}, 'Client'), el('dd', {}, event.client));
    return el('div', { class: 'body' }, facts, el('pre', {}, event.payload));
  }

  function choices(label, key, events) {
    const counts = new Map();
    for (const event of events) if (event[key]) counts.set(event[key], (counts.get(event[key]) || 0) + 1);
    const names = [...counts.keys()].sort();
    const select = el('select', { 'aria-label': label, onchange: () => { state[key] = select.value; state.shown = PAGE; list(); } },
      el('option', { value: '' }, 'All ' + label));
    for (const name of names) select.append(el('option', { value: name }, name + ' (' + number(counts.get(name)) + ')'));
    select.value = state[key];
    return select;
  }

  const listing = el('div', {});

  function list() {
    const log = data.logs[state.log];
    const found = log.events.filter(matches);
    const items = el('ol', {});
    for (const event of found.slice(0, state.shown)) items.append(row(event));
    const tally = el('div', { class: 'tally', role: 'status' },
      number(found.length) + ' of ' + number(log.events.length) + ' events, newest first, times in UTC' +
      (log.left_out ? '; hookloom replay shows ' + number(log.left_out) + ' older ones' : ''));
    listing.replaceChildren(tally, found.length ? items : el('p', { class: 'empty' }, 'Nothing matches.'));
    if (found.length > state.shown) {
      listing.append(el('button', { class: 'more', type: 'button', onclick: () => { state.shown += 5 * PAGE; list(); } },
        'Show more'));
    }
  }

  function open(index) {
    Object.assign(state, { log: index, text: '', type: '', actor: '', channel: '', shown: PAGE });
    draw();
  }

  function draw() {
    const log = data.logs[state.log];
    const nav = el('nav', { 'aria-label': 'Sessions' });
    data.logs.forEach((other, index) => {
      nav.append(el('button', { type: 'button', 'aria-current': String(index === state.log), onclick: () => open(index) },
        el('span', { class: 'name' }, other.name),
        el('span', { class: other.report.ok ? 'count' : 'count broken' },
          other.report.ok ? number(other.report.total_events) : 'broken')));
    });
    const search = el('input', { type: 'search', placeholder: 'Find in events', 'aria-label': 'Find in events',
      oninput: () => { state.text = search.value; state.shown = PAGE; list(); } });
    const filters = el('div', { class: 'filters' }, search,
      choices('types', 'type', log.events), choices('actors', 'actor', log.events), choices('channels', 'channel', log.events));
    document.title = log.name + ' · Eventloom';
    app.replaceChildren(
      el('header', {},
        el('h1', {}, log.name, el('small', {}, 'made ' + data.made_at.slice(0, 16).replace('T', ' ') + ' UTC')),
        banner(log)),
      el('main', {}, nav, el('section', { 'aria-label': 'Events' }, filters, listing)));
    list();
  }

  draw();
})();
`;
