/** Formats times, sizes and names for people, and reasons. */
import type { ExplainedContext } from '@hookloom/worker';

const day = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
});
const date = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const clock = new Intl.DateTimeFormat(undefined, {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export function dayOf(iso: string): string {
  return valid(iso, (at) => day.format(at));
}
export function dateOf(iso: string): string {
  return valid(iso, (at) => date.format(at));
}
export function clockOf(iso: string): string {
  return valid(iso, (at) => clock.format(at));
}
export function momentOf(iso: string): string {
  return valid(iso, (at) => full.format(at));
}

function valid(iso: string, show: (at: Date) => string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso.slice(0, 24) : show(at);
}

/** @example agoOf('2026-11-21T09:58:00Z', Date.parse('2026-11-21T10:00:00Z')) === '2 min ago' */
export function agoOf(iso: string, nowMs = Date.now()): string {
  const seconds = Math.max(0, Math.round((nowMs - Date.parse(iso)) / 1000));
  if (Number.isNaN(seconds)) return '';
  if (seconds < 60) return seconds < 5 ? 'now' : `${seconds} s ago`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

export function bytesOf(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  const units = ['KB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let at = 0;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at++;
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[at]!}`;
}

export function numberOf(value: number): string {
  return value.toLocaleString('en-US');
}

export function plural(count: number, word: string, words = `${word}s`): string {
  return `${numberOf(count)} ${count === 1 ? word : words}`;
}

/** The few characters by which a person distinguishes two sessions. */
export function shortId(id: string): string {
  return id.length <= 10 ? id : id.slice(0, 8);
}

/** One of six hues, always the same for the same text. */
export function hueOf(text: string): number {
  let sum = 7;
  for (const char of text) sum = (sum * 31 + char.codePointAt(0)!) % 9973;
  return sum % 6;
}

/** A map, because names come from recorded text and every object has `constructor`. */
const CLIENTS = new Map(
  Object.entries({
    'claude-code': 'Claude Code',
    codex: 'Codex',
    gemini: 'Gemini CLI',
    cursor: 'Cursor',
    copilot: 'Copilot',
  }),
);

export function clientName(client: string | null): string {
  return client === null ? '' : (CLIENTS.get(client) ?? client);
}

/** A session by its first prompt and what came of it. */
export function titleOf(session: { first_prompt: string | null; outcome: string | null }): string {
  const { first_prompt: prompt, outcome } = session;
  return [prompt ?? 'No prompt', ...(outcome === null ? [] : [outcome])].join(' → ');
}

/**
 * Why a note is in the context.
 *
 * @example reasonOf({ reason: 'prompt', words: ['due'] }) === 'prompt (due)'
 */
export function reasonOf({
  reason,
  ...more
}: ExplainedContext['notes'][number]['why'][number]): string {
  const told = Object.values(more)
    .flat()
    .filter((each) => typeof each === 'string');
  return told.length === 0 ? reason : `${reason} (${told.join(', ')})`;
}
