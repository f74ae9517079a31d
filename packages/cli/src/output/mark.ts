/** The status word of a row in its colour, the same in every report. */
import type { Style, Styled } from './output.ts';

const STYLES: Record<string, Style> = {
  ok: 'green',
  pass: 'green',
  active: 'green',
  warning: 'yellow',
  stale: 'yellow',
  error: 'red',
  fail: 'red',
  missing: 'red',
  skipped: 'dim',
};

/** @example mark('ok', 9) // 'ok       ', green */
export function mark(word: string, width: number): Styled {
  return { style: STYLES[word] ?? 'dim', text: word.padEnd(width) };
}
