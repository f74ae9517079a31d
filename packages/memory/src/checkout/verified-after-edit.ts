/**
 * A verification that passed after the last edit and is more than a model's claim: a person or the product recorded it,
 * or the observer saw the command run. The write path sets the channel, never the payload.
 */
import { renderCitation } from '@hookloom/core';
import type { Channel, StoredEvent } from '@hookloom/core/events';
import { bareHex } from '../store/stored-ids.ts';
import type { Row } from './select.ts';

const ID = 'verification_passed_after_last_edit';
const PASSED = /^(?:pass|passed|passing|success|succeeded|successful|ok|green)$/i;
/** Channels of hooks. Events that were appended or imported through these channels are only reports. */
const OBSERVERS: ReadonlySet<Channel> = new Set<Channel>(['system', 'tool']);

export function isObserved({ origin }: StoredEvent): boolean {
  return origin !== null && OBSERVERS.has(origin.channel) && origin.written_by === undefined;
}

export const verifiedAfterLastEdit: Check = async ({ session, newest, runs }) => {
  const cite = ({ seq, hash }: StoredEvent): string => renderCitation(session, seq, bareHex(hash));
  const said = (satisfied: boolean, reason: string, events: StoredEvent[]): Requirement => ({
    id: ID,
    satisfied,
    citations: events.map(cite),
    reason,
  });
  const [verified, edited] = await Promise.all([
    newest('verification.recorded'),
    newest('file.edit.applied'),
  ]);
  const after = edited?.seq ?? 0;
  const observed = await runs(after);
  const isFresh = verified !== null && verified.seq > after;
  if (isFresh && !hasPassed(verified))
    return said(false, 'The newest verification did not pass.', [verified]);
  if (isFresh && (isObserved(verified) || verified.origin?.channel === 'user'))
    return said(true, 'The newest verification passed after the last edit.', [verified]);
  const run = observed.find((each) => isTestRun(each) || (isFresh && isNamed(each, verified)));
  if (run !== undefined && isTelling(run)) {
    const events = isFresh ? [verified, run] : [run];
    return hasPassed(run)
      ? said(true, 'A run that was observed after the last edit passed.', events)
      : said(false, 'The newest run that was observed after the last edit did not pass.', events);
  }
  if (verified === null)
    return said(false, 'No verification.recorded and no observed test run is in the log.', []);
  return isFresh
    ? said(false, 'Only a model says so: no run of that command was observed.', [verified])
    : said(false, 'A file was edited after the newest verification.', [verified, edited!]);
};

function commandOf({ payload }: StoredEvent): string {
  const { command } = payload;
  return typeof command === 'string' ? command.trim().replaceAll(/\s+/g, ' ') : '';
}

/** The run that the verification names. */
function isNamed(run: StoredEvent, verified: StoredEvent): boolean {
  const command = commandOf(verified);
  return command !== '' && commandOf(run) === command;
}

/** Its exit status belongs to the named command: no pipe, no background job, no "or". */
function isTelling(event: StoredEvent): boolean {
  const { command } = event.payload;
  return typeof command === 'string' && !/[;|\n]|(?<!&)&(?!&)/.test(command.trim());
}

const RUNNER =
  /^(?:\w+=\S+ )*(?:(?:npx|pnpm exec|yarn|bunx|uv run|poetry run|bundle exec) )?(?:(?:vitest|jest|mocha|pytest|tox|nox|rspec|phpunit|ctest)\b|(?:npm|pnpm|yarn|bun|deno|node|go|cargo|dotnet|mvn|gradle|\.\/gradlew|make|bazel|swift|mix|sbt)\b.*[ :-](?:test|tests|check|verify)\b)/;

/** A known test runner must be the command, not a word in it: `echo npm test` proves nothing. */
function isTestRun(event: StoredEvent): boolean {
  return commandOf(event)
    .split('&&')
    .some((part) => RUNNER.test(part.trim()));
}

function hasPassed({ payload }: StoredEvent): boolean {
  if (payload['exit_code'] === 0) return true;
  if (payload['passed'] === true) return true;
  return ['status', 'outcome', 'result'].some((key) => {
    const value = payload[key];
    return typeof value === 'string' && PASSED.test(value.trim());
  });
}

// A requirement for evidence: a check of the log that returns what satisfies it, or what does not.

export interface Requirement {
  id: string;
  satisfied: boolean;
  /** What satisfies or contradicts it. */
  citations: string[];
  reason: string;
}

export interface CheckInput {
  facts: readonly Row[];
  session: string;
  /** The newest event of a type, as of the target. */
  newest(type: string): Promise<StoredEvent | null>;
  /** Commands that the observer saw end after this seq, newest first, as of the target. */
  runs(afterSeq: number): Promise<StoredEvent[]>;
}

export type Check = (looked: CheckInput) => Promise<Requirement>;
