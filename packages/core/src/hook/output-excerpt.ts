/**
 * Long output of a command in 2 kB: failing tests, errors, `file:line`, the summary, the beginning and the end. Masked
 * before it is cut. In a separate file, because most outputs are short and a hook does not need it.
 */
import { redactText, stripPrivate } from '../redact/index.ts';
import type { Excerpt } from './draft.ts';

export const OUTPUT_CHARS = 2_000;
/** Read from the beginning and from the end of a longer output. */
const WINDOW_CHARS = 65_536;
/** Dropped if a window ends within the output, because a secret may have been cut there. */
const GUARD_CHARS = 8_192;
const LINE_CHARS = 300;
const HEAD_CHARS = 240;
const TAIL_CHARS = 480;
const SUMMARY_LINES = 8;
const GAP = '…';

const FAILED =
  /(?:^|[^\w-])(?:FAIL(?:ED|URE)?|fail(?:ed|ing)?:?(?= )|not ok|panic(?:ked)?|fatal|Traceback|\w*(?:Error|Exception)\b|error(?:\[\w+\])?[: ]|ERR!|Caused by|undefined reference|segmentation fault|[✗✘✕×])|^E\s{2,}\S/;
const PLACE = /(?:^|[\s("'])[\w./@-]*\w\.\w{1,8}[:(]\d+/;
const SUMMARY =
  /^\W*(?:Tests?(?: Files| Suites)?\b|Ran \d|Total\b|Summary\b|test result:|\d+ (?:passed|failed|errors?|tests?|problems?|passing|failing)\b|Found \d+ error|BUILD \w+|Finished\b|(?:ok|FAIL)\s+\S+\s+[\d.(])|\b\d+ (?:passed|failed)\b/i;

/** @example outputExcerpt('…400 lines…').text.includes('FAIL test/cart.test.ts:41') */
export function outputExcerpt(raw: string): Excerpt {
  const given = raw.toWellFormed();
  const open = stripPrivate(given).text;
  let masked = open !== given;
  const clean = (part: string): string => {
    const { text, count } = redactText(part);
    masked ||= count > 0;
    return text;
  };
  const isWhole = open.length <= 2 * WINDOW_CHARS;
  const text = isWhole
    ? clean(open)
    : `${clean(open.slice(0, WINDOW_CHARS)).slice(0, -GUARD_CHARS)}\n${GAP}\n` +
      clean(open.slice(-WINDOW_CHARS)).slice(GUARD_CHARS);
  const lines = text
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r', line.length - 2) + 1).trimEnd())
    .filter((line) => line !== '');
  const whole = lines.join('\n');
  if (whole.length <= OUTPUT_CHARS)
    return { text: whole.toWellFormed(), masked, truncated: !isWhole };
  return { text: joined(lines, picked(lines)).toWellFormed(), masked, truncated: true };
}

/** Which lines to keep: the ends, then the outcome, then failures, then file positions. */
function picked(lines: readonly string[]): Set<number> {
  const kept = new Set<number>();
  const seen = new Set<string>();
  let left = OUTPUT_CHARS;
  const take = (at: number, room = left): number => {
    const line = lines[at]!;
    // With its line break and a gap before it.
    const size = Math.min(line.length, LINE_CHARS) + 3;
    if (kept.has(at) || size > room || size > left || seen.has(line)) return 0;
    kept.add(at);
    seen.add(line);
    left -= size;
    return size;
  };
  const end = (from: number, step: 1 | -1, room: number): void => {
    for (let at = from, size = 1; size > 0 && lines[at] !== undefined; at += step)
      room -= size = take(at, room);
  };
  end(0, 1, HEAD_CHARS);
  end(lines.length - 1, -1, TAIL_CHARS);
  const matching = (pattern: RegExp): number[] =>
    [...lines.keys()].filter((at) => pattern.test(lines[at]!.slice(0, 4 * LINE_CHARS)));
  for (const at of matching(SUMMARY).slice(-SUMMARY_LINES)) take(at);
  for (const at of matching(FAILED)) take(at);
  for (const at of matching(PLACE)) take(at);
  return kept;
}

/** A long line keeps its beginning and its end, which may contain a summary. */
function shortened(line: string): string {
  if (line.length <= LINE_CHARS) return line;
  const end = LINE_CHARS / 3;
  return line.slice(0, LINE_CHARS - end - 1) + GAP + line.slice(-end);
}

function joined(lines: readonly string[], kept: ReadonlySet<number>): string {
  const parts = lines.map((line, at) => (kept.has(at) ? shortened(line) : GAP));
  const isAgain = (at: number): boolean => parts[at] === GAP && parts[at - 1] === GAP;
  return parts
    .filter((_, at) => !isAgain(at))
    .join('\n')
    .slice(0, OUTPUT_CHARS);
}
