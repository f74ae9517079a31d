/** Older versions that were left out. The current version is the answer; these entries cite the earlier ones. */
import type { JsonObject } from '@hookloom/core';
import { isUntrusted, lessTrusted } from '../../channels.ts';
import type { Candidate } from '../candidate.ts';
import { excerpt, foldText, fence } from '../../shown/clean-text.ts';
import type { Findings } from '../findings.ts';
import { sized, type Item } from '../items.ts';
import { sectionOf } from '../sections.ts';
import { decisionOn, withhold } from '../../shown/withhold.ts';
import type { SupersededEntry } from '../response.ts';
import type { Block } from './block.ts';

const MAX_LISTED = 5;
/** Share of the question below which a row is about something else. */
const MIN_RELEVANT_COVERAGE = 0.3;
/** Additional rows to look up in the log, because some may be forgotten or withheld. */
const SPARE_ROWS = 4;
/**
 * Length of the text. With its marker, the count of missing characters and a fence, an excerpt stays below 160
 * characters.
 */
const TEXT_CHARS = 120;
const FENCED_CHARS = 80;

type Older = SupersededEntry;

export const supersededBlock: Block = {
  name: 'superseded',
  async find({ findings }) {
    const listed = await listOlder(findings);
    if (listed.length === 0) return null;
    const items = new Map(listed.map((older, order) => [itemOf(older, order), older]));
    return {
      items: [...items.keys()],
      diagnostics(kept): JsonObject {
        const shown = [...items].filter(([item]) => kept.has(item));
        return shown.length === 0
          ? {}
          : { superseded: shown.map(([, older]): JsonObject => ({ ...older })) };
      },
    };
  },
};

/** The prompt only cites older versions. `retention` has their outdated content. */
function itemOf(older: Older, order: number): Item {
  const by = older.superseded_by === null ? 'ended' : `by ${older.superseded_by}`;
  const item = sized({
    kind: 'checkout_diagnostics',
    order,
    value: sectionOf('checkout_diagnostics').weight * 0.9 ** (order + 1),
    line: `- Superseded: ${older.citation} ${by}.`,
  });
  return { ...item, chars: item.chars + JSON.stringify(older).length };
}

async function listOlder(findings: Findings): Promise<Older[]> {
  const { selection, question } = findings;
  const current = new Set(selection.facts.map(said));
  const texts = new Set<string>();
  const events = new Set<string>();
  const candidates = selection.superseded.filter((row) => {
    if (row.coverage < MIN_RELEVANT_COVERAGE && !question.aboutState) return false;
    // A word-for-word repetition is not another version.
    if (events.has(row.key) || texts.has(said(row)) || current.has(said(row))) return false;
    events.add(row.key);
    texts.add(said(row));
    return true;
  });
  const looked = candidates.slice(0, MAX_LISTED + SPARE_ROWS);
  const found = await Promise.all(looked.map((row) => olderOf(row, findings)));
  return found.filter((older) => older !== null).slice(0, MAX_LISTED);
}

/** Null if the log does not contain it, its content was forgotten, or its text is withheld. */
async function olderOf(row: Candidate, { gathered }: Findings): Promise<Older | null> {
  const { check, decisions } = gathered;
  const event = await check.event(row.session, row.seq, row.hash);
  if (event.state !== 'found') return null;
  const channel = event.channel === null ? row.channel : lessTrusted(row.channel, event.channel);
  const recorded = { ...row, channel, text: row.recorded };
  if (withhold([recorded], (each) => each, decisions).kept.length === 0) return null;
  const untrusted = isUntrusted(channel) || decisionOn(row, decisions) === 'released';
  const folded = foldText(row.content);
  const by = row.supersededBy;
  const successor = by === null ? null : await check.event(by.session, by.seq, by.hash);
  return {
    citation: event.citation,
    superseded_by: successor?.state === 'found' ? successor.citation : null,
    content: untrusted ? fence(excerpt(folded, FENCED_CHARS)) : excerpt(folded, TEXT_CHARS),
    valid_from: row.validFrom,
    valid_to: row.validTo,
  };
}

function said({ content }: Candidate): string {
  return foldText(content).toLowerCase();
}
