import vm from 'node:vm';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ViewedEvent } from './collect.ts';
import { VIEWER_SCRIPT } from './page-script.ts';

/** Just enough of a document for the script: elements by tag name, text nodes, listeners. Nothing that parses. */
class Node_ {
  readonly tag: string;
  readonly children: (Node_ | string)[] = [];
  readonly attributes: Record<string, string> = {};
  readonly listeners: Record<string, () => void> = {};
  value = '';
  open = false;

  constructor(tag: string) {
    this.tag = tag;
  }

  append(...children: (Node_ | string)[]): void {
    this.children.push(...children);
  }

  replaceChildren(...children: (Node_ | string)[]): void {
    this.children.splice(0, this.children.length, ...children);
  }

  setAttribute(name: string, value: string): void {
    this.attributes[name] = value;
  }

  addEventListener(name: string, listener: () => void): void {
    this.listeners[name] = listener;
  }

  get childElementCount(): number {
    return this.children.filter((child) => typeof child !== 'string').length;
  }

  get text(): string {
    return this.children.map((child) => (typeof child === 'string' ? child : child.text)).join('');
  }

  all(tag: string): Node_[] {
    const below = this.children.flatMap((child) =>
      typeof child === 'string' ? [] : child.all(tag),
    );
    return this.tag === tag ? [this, ...below] : below;
  }
}

const HOSTILE = '<img src=x onerror=alert(1)></script>';

function event(seq: number, more: Partial<ViewedEvent> = {}): ViewedEvent {
  return {
    seq,
    id: `evt_${seq}`,
    type: 'decision.made',
    actor: 'ann',
    channel: 'user',
    client: '',
    time: '2026-11-21T00:00:00.000Z',
    summary: `number ${seq}`,
    payload: `{ "n": ${seq} }`,
    citation: `eventloom://shop/events/${seq}#0464261d6ec0`,
    hash: 'sha256:00',
    restricted: false,
    forgotten: false,
    ...more,
  };
}

const whole = {
  ok: true,
  total_events: 300,
  head: { seq: 300, hash: 'sha256:00' },
  shredded: 1,
  recovered: 0,
};
const broken = { ok: false, broken_at_seq: 1, broken_reason: 'hash_mismatch', detail: HOSTILE };
const logs = [
  {
    name: 'shop',
    report: whole,
    left_out: 7,
    events: [
      event(301, { type: 'task.completed', actor: 'bob' }),
      ...Array.from({ length: 300 }, (_, i) => event(300 - i)),
    ],
  },
  {
    name: HOSTILE,
    report: broken,
    left_out: 0,
    events: [event(1, { type: HOSTILE, summary: HOSTILE, payload: HOSTILE })],
  },
];

let app: Node_;
beforeEach(() => {
  app = new Node_('div');
  const data = {
    textContent: JSON.stringify({ logs: [...logs].reverse(), made_at: '2026-11-21T00:00:00.000Z' }),
  };
  const document = {
    title: '',
    createElement: (tag: string) => new Node_(tag),
    createTextNode: (text: string) => text,
    getElementById: (id: string) => (id === 'app' ? app : data),
  };
  vm.runInNewContext(VIEWER_SCRIPT, { document, setTimeout: () => {} });
});

describe('the viewer page', () => {
  it('shows the verification, the longest session and its newest events first', () => {
    expect(app.text).toContain('Intact when this page was made: 300 events verified');
    expect(app.text).toContain(
      '301 of 301 events, newest first, times in UTC; hookloom replay shows 7 older ones',
    );
    expect(
      app
        .all('nav')[0]!
        .all('button')
        .map(({ text }) => text),
    ).toEqual(['shop300', `${HOSTILE}broken`]);
    expect(app.all('li')).toHaveLength(200);
    expect(app.all('li')[0]!.text).toContain('task.completed');
  });

  it('shows more on request', () => {
    app.all('button').find(({ text }) => text === 'Show more')!.listeners['click']!();
    expect(app.all('li')).toHaveLength(301);
  });

  it('finds events by text, type and actor', () => {
    const search = app.all('input')[0]!;
    search.value = 'NUMBER 250';
    search.listeners['input']!();
    expect(app.all('li')).toHaveLength(1);
    search.value = '';
    search.listeners['input']!();
    const byActor = app.all('select')[1]!;
    expect(byActor.all('option').map(({ text }) => text)).toEqual([
      'All actors',
      'ann (300)',
      'bob (1)',
    ]);
    byActor.value = 'bob';
    byActor.listeners['change']!();
    expect(app.all('li')).toHaveLength(1);
  });

  it('opens an event with its payload and citation', () => {
    const details = app.all('details')[0]!;
    details.open = true;
    details.listeners['toggle']!();
    expect(details.all('pre')[0]!.text).toBe('{ "n": 301 }');
    expect(details.text).toContain('eventloom://shop/events/301#0464261d6ec0');
  });

  it('shows markup as text, and creates only its own elements', () => {
    app.all('nav')[0]!.all('button')[1]!.listeners['click']!();
    expect(app.text).toContain('This log is broken at event 1: hash_mismatch');
    const details = app.all('details')[0]!;
    details.open = true;
    details.listeners['toggle']!();
    expect(details.all('pre')[0]!.children).toEqual([HOSTILE]);
    expect(app.all('img').length + app.all('script').length).toBe(0);
  });
});
