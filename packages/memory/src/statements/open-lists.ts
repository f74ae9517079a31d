/** Lists of unfinished work: "Not done yet:" and the items below it, as one statement. */
import type { Line } from './blocks.ts';
import { OPEN_LEAD } from './cues/open-ends.ts';
import type { Statement } from './statement.ts';

export interface OpenList {
  text: string;
  cue: string;
  /** The lines of the list. */
  of: readonly Line[];
}

const MAX_LISTS = 2;
const MAX_ITEMS = 6;
const MAX_ITEM = 140;
const MAX_TEXT = 400;
const MAX_OPTION = 80;
const OPTION = /^(?:option|approach|variant|variante|plan) (?:\d|[a-e])\b/i;

export function openLists(lines: readonly Line[]): OpenList[] {
  const found: OpenList[] = [];
  for (const [at, line] of lines.entries()) {
    if (found.length >= MAX_LISTS) break;
    if (!(line.isHeading || line.text.endsWith(':')) || !OPEN_LEAD.test(line.text)) continue;
    const items = itemsAfter(lines, at);
    if (items.length === 0) continue;
    const lead = line.text.replace(/[^\p{L})]+$/u, '');
    const said: string[] = [];
    for (const { text } of items) {
      const item = beginning(text);
      if ([lead, ...said, item].join('; ').length > MAX_TEXT) break;
      said.push(item);
    }
    found.push({
      text: `${lead}: ${said.join('; ')}`,
      cue: lead.slice(0, 60).toLowerCase(),
      of: [line, ...items],
    });
  }
  return found;
}

export function openStatement({ text, cue }: OpenList, speaker: Statement['speaker']): Statement {
  return { kind: 'open', text, cue, change: 'plain', speaker };
}

function itemsAfter(lines: readonly Line[], lead: number): Line[] {
  const items: Line[] = [];
  for (const line of lines.slice(lead + 1)) {
    if (!line.isItem || items.length >= MAX_ITEMS) break;
    items.push(line);
  }
  return items;
}

/** A question with the numbered options above it; null if there are none. */
export function withOptions(question: string, above: readonly Line[]): string | null {
  const options: string[] = [];
  for (const { text, number, isHeading } of above.toReversed()) {
    if (number === null && !(isHeading && OPTION.test(text))) continue;
    options.unshift(`${number === null ? '' : `${number}. `}${beginning(text, MAX_OPTION)}`);
    if (number === 1 || options.length >= MAX_ITEMS) break;
  }
  return options.length < 2 ? null : `${question} ${options.join('; ')}`;
}

/** The first sentence of an item. */
function beginning(text: string, most = MAX_ITEM): string {
  const first = /^.{12,}?[.!。](?=\s|$)/u.exec(text)?.[0] ?? text;
  const said = first.replace(/[.;]$/, '');
  return said.length <= most ? said : `${said.slice(0, most - 1).trimEnd()}…`;
}
