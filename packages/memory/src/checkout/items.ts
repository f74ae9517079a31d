/** The units of the budget: a row with everything it adds, a working-set item, an event, a section. */
import { excerpt, foldText, fence, quoted, label } from '../shown/clean-text.ts';
import {
  evidenceEntry,
  factEntry,
  placeOf,
  provenanceEntry,
  trustOf,
  workingSetEntry,
} from './entries.ts';
import { isUntrusted } from '../channels.ts';
import { validityLabels } from './holds.ts';
import { isPinned } from './rank-rows.ts';
import type { PlacedRecentEvent, PlacedWorkingSetItem } from '../shown/citation-check.ts';
import type { EvidenceEntry, FactEntry, ProvenanceEntry, WorkingSetEntry } from './response.ts';
import { sectionOf, type SectionKind } from './sections.ts';
import type { Row } from './select.ts';

export interface Item {
  kind: SectionKind;
  /** Place inside its section. */
  order: number;
  /** Higher is kept longer. Never depends on the budget. */
  value: number;
  /** The line, or lines, it adds to the prompt. */
  line: string;
  /** Estimated size of everything it adds, in characters. */
  chars: number;
  row?: Row;
  fact?: FactEntry;
  evidence?: EvidenceEntry;
  provenance?: ProvenanceEntry;
  workingSet?: WorkingSetEntry;
}

/** The part of an item that a judgement reads. */
export type JudgedItem = Pick<Item, 'kind' | 'order' | 'row' | 'workingSet'>;

const FACT_LINE_CHARS = 420;
const REPORTED_LINE_CHARS = 360;
const WORKING_SET_LINE_CHARS = 200;
const EVENT_LINE_CHARS = 160;
/** Rows from untrusted channels weigh less, so that they never displace a fact. */
const REPORTED_SHARE = 0.7;
/** A row that cites a changed file no longer describes the state of the work. */
const STALE_SHARE = 0.6;

/** Each row in its section, without what it adds to an answer. */
export function placedRows(facts: readonly Row[], reported: readonly Row[]) {
  return [
    ...facts.map((row, order) => ({ kind: 'current_facts' as const, order, row })),
    ...reported.map((row, order) => ({
      kind: row.role === 'evidence' ? ('evidence' as const) : ('retrieved_context' as const),
      order,
      row,
    })),
  ];
}

export function rowItems(facts: readonly Row[], reported: readonly Row[]): Item[] {
  return placedRows(facts, reported).map(rowItem);
}

function rowItem({ kind, order, row }: ReturnType<typeof placedRows>[number]): Item {
  const { weight } = sectionOf(kind);
  const [share, decay] = kind === 'current_facts' ? [1, 0.95] : [REPORTED_SHARE, 0.88];
  const [evidence, provenance] = [evidenceEntry(row), provenanceEntry(row)];
  return sized({
    kind,
    order,
    // A pinned fact does not lose value with its rank.
    value: weight * share * (row.role === 'fact' && isPinned(row) ? 1 : decay ** order),
    line: rowLine(row),
    row,
    ...(kind === 'current_facts' && { fact: factEntry(row) }),
    ...(evidence !== null && { evidence }),
    ...(provenance !== null && { provenance }),
  });
}

/** Adds the size: the line, and whatever else the item adds to the answer. */
export function sized(item: Omit<Item, 'chars'>): Item {
  const { line, fact, evidence, provenance, workingSet } = item;
  const entries = [line, fact, evidence, provenance, workingSet].filter(
    (part) => part !== undefined,
  );
  return { ...item, chars: JSON.stringify(entries).length };
}

/** `- text (citation) [kind · channel · actor · minute]`. Text from an untrusted channel is fenced. */
function rowLine(row: Row): string {
  const untrusted = isUntrusted(row.channel) || row.released;
  const text = excerpt(foldText(row.content), untrusted ? REPORTED_LINE_CHARS : FACT_LINE_CHARS);
  const { before } = row.properties;
  const earlier =
    untrusted || typeof before !== 'string'
      ? ''
      : ` Before: ${excerpt(foldText(before), REPORTED_LINE_CHARS)}`;
  const place = placeOf(row.properties);
  // A path is recorded text. Only a plain path is shown outside the fence.
  const where = place !== null && PLAIN_PLACE.test(place) ? [place] : [];
  const citations = [row.citation ?? 'no citation', ...where, ...row.alsoCited].join(', ');
  const trust = trustOf(row);
  const labels = [
    label(row.entityType ?? row.sourceKind ?? row.eventType),
    row.channel,
    label(row.actor),
    label(row.validFrom).slice(0, 16),
    ...validityLabels(row),
    ...(trust === 'relied' ? [] : [trust]),
    ...(row.stale ? ['stale'] : []),
  ];
  return `- ${untrusted ? fence(text) : text}${earlier} (${citations}) [${labels.join(' · ')}]`;
}

const PLAIN_PLACE = /^file:\/\/[\w@+.~/-]{1,200}:\d{1,7}$/;

export function workingSetItems(items: readonly PlacedWorkingSetItem[]): Item[] {
  return items.map((item, order): Item => {
    const workingSet = workingSetEntry(item);
    const said = foldText(item.content).replace(/^(?:goal|decision|task): /i, '');
    const text = excerpt(said, WORKING_SET_LINE_CHARS);
    const status = item.status === null ? '' : `, ${label(item.status)}`;
    return sized({
      kind: 'working_set',
      order,
      value:
        sectionOf('working_set').weight * (item.stale === true ? STALE_SHARE : 1) * 0.95 ** order,
      line: `- ${item.kind}${status}: ${quoted(text, item.channel)} (${item.citation}) [${item.channel}${item.stale === true ? ' · stale' : ''}]`,
      workingSet,
    });
  });
}

/** The newest event has the highest value. Lines are in log order, newest last. */
export function eventItems(events: readonly PlacedRecentEvent[]): Item[] {
  return events.map((event, order): Item => {
    const text = excerpt(foldText(event.summary), EVENT_LINE_CHARS);
    const when = label(event.timestamp).slice(0, 16);
    const said = text === '' || text === event.type ? '' : `: ${quoted(text, event.channel)}`;
    return sized({
      kind: 'recent_events',
      order,
      value: sectionOf('recent_events').weight * 0.97 ** (events.length - 1 - order),
      line: `- ${event.seq} ${when} ${label(event.type)} by ${label(event.actor)} [${event.channel}${endOf(event)}]${said}`,
    });
  });
}

function endOf({ endedAt }: PlacedRecentEvent): string {
  return endedAt === undefined ? '' : ` · no longer holds since ${label(endedAt).slice(0, 16)}`;
}

/** An optional section that is kept or dropped as a unit. The single line of an empty list has half the value. */
export function sectionItem(kind: SectionKind, text: string, share = 1): Item {
  return sized({ kind, order: -1, value: sectionOf(kind).weight * share, line: text });
}

/** Most valuable first; equal values in section order. Every budget admits in this order. */
export function byValue(items: readonly Item[]): Item[] {
  return items
    .map((item, index) => ({ item, index }))
    .sort((a, b) => b.item.value - a.item.value || a.index - b.index)
    .map(({ item }) => item);
}
