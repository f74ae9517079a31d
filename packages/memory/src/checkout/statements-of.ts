/** The statements of an event, and the outside text that it repeats, as an explanation shows them. */
import { isJsonObject, renderCitation } from '@hookloom/core';
import type { Channel, StoredEvent } from '@hookloom/core/events';
import type { FactRow } from '../rows.ts';
import { excerpt, foldText, fence } from '../shown/clean-text.ts';
import type { CheckoutDeps } from './checkout.ts';
import { CHANGE_CUE } from '../statements/read-user.ts';

export interface WhyStatement {
  kind: string;
  content: string;
  /** The words by which it was recognised. */
  cue: string;
  valid_from: string;
  valid_to: string | null;
  /** Absent if it is still valid. */
  ended_by?: { citation: string; rule: string; content: string };
}

export interface WhyRepeat {
  channel: Channel;
  citation: string;
  sentence: string;
}

const MOST_STATEMENTS = 100;
const SENTENCE_CHARS = 300;

export async function statementsOf(
  { memory }: CheckoutDeps,
  session: string,
  { seq, type }: StoredEvent,
): Promise<WhyStatement[]> {
  if (type !== 'transcript.turn') return [];
  const read = (seqs: number[]): Promise<FactRow[]> =>
    memory.facts({ sessions: [session], seqs, limit: MOST_STATEMENTS, includeSuperseded: true });
  const own = await read([seq]);
  return Promise.all(
    own.map(async ({ entityType, content, properties, validFrom, validTo, supersededBy: by }) => {
      const statement = {
        kind: entityType,
        content: shownText(content),
        cue: shownText(cueOf(properties)),
        valid_from: validFrom,
        valid_to: validTo,
      };
      if (by === null) return statement;
      const enders = await read([by.seq]);
      const names = ({ properties: told }: FactRow): boolean =>
        Array.isArray(told['ends']) &&
        told['ends'].some((each) => isJsonObject(each) && each['seq'] === seq);
      const ender = enders.find(names) ?? enders[0];
      const citation = renderCitation(by.session, by.seq, by.hash);
      const rule = ender === undefined ? 'an explicit operation' : ruleOf(ender, names(ender));
      return {
        ...statement,
        ended_by: { citation, rule, content: shownText(ender?.content ?? '') },
      };
    }),
  );
}

const cueOf = ({ cue }: FactRow['properties']): string => (typeof cue === 'string' ? cue : '');

/** Which rule of the order of truth ended a statement. */
function ruleOf({ properties, eventType }: FactRow, isNamed: boolean): string {
  if (eventType !== 'transcript.turn') return 'an explicit operation';
  if (!isNamed) return 'a newer value of the same slot';
  const cue = shownText(cueOf(properties));
  if (properties['change'] !== 'correction') return 'newer words about the same thing';
  return cue === CHANGE_CUE ? 'a correction' : `a correction ("${cue}")`;
}

function shownText(text: string): string {
  return excerpt(foldText(text), SENTENCE_CHARS);
}

/** Follows repetitions back to the first event. */
export async function repeatsOf(
  { memory }: CheckoutDeps,
  session: string,
  seq: number,
): Promise<WhyRepeat[]> {
  const found = await memory.repeats(session, seq);
  return found.map(({ channel, source, text }) => ({
    channel,
    citation: renderCitation(session, source.seq, source.hash),
    sentence: fence(excerpt(foldText(text), SENTENCE_CHARS)),
  }));
}
