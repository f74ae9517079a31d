/** Whether the evidence of a finding is valid now: events in the log, files, commands that exited with 0. */
import { isHookloomError, parseCitation, renderCitation } from '@hookloom/core';
import type { EventStore, StoredEvent } from '@hookloom/core/events';
import { defaultSessionOf } from '@hookloom/core/settings';
import { isRemoteCall } from '../call-scope.ts';
import { bareHash, type OperationContext } from '../operations/context.ts';
import { withheldIn } from '../operations/source-events.ts';
import { workspaceFiles } from '../operations/workspace-files.ts';
import type { EvidenceItem } from './evidence-item.ts';

/**
 * `resolved`: valid now. `stale`: valid when it was reported, but something has changed. `unresolved`: it cannot be
 * looked up or was never valid.
 */
export type EvidenceState = 'resolved' | 'stale' | 'unresolved';

export interface ResolvedEvidence extends EvidenceItem {
  state: EvidenceState;
  /** A short reason; null if it is valid. */
  reason: string | null;
}

/** Why a cited event does not count as evidence. */
const NO_EVENT = {
  missing: 'no such event',
  elsewhere: 'the event is in another log',
  malformed: 'not a citation',
  forgotten: 'the event was forgotten',
  withheld: 'the text of the event is withheld',
} as const;
const NOTHING_TO_CITE = new Set<string | null>(Object.values(NO_EVENT));

/** Whether the item cites an event that cannot be read. */
export function isUnreadable({ reason }: Pick<ResolvedEvidence, 'reason'>): boolean {
  return NOTHING_TO_CITE.has(reason);
}

const RUNS = ['command.completed', 'tool.call.settled'];
const MAX_RUNS = 20;

/** For one mission. Looks for commands in its log, in that of the worker, and where hooks record this workspace. */
export function evidenceReader(context: OperationContext, mission: string) {
  const files = workspaceFiles(context.workspace.root);
  const blobs = new Map<string, { state: string; blob?: string }>();
  const read = (name: string): { state: string; blob?: string } => {
    const path = pathOf(name);
    const known = blobs.get(path) ?? files.read(path);
    blobs.set(path, known);
    return known;
  };
  const withheld = new Map<string, ReturnType<typeof withheldIn>>();
  const isWithheld = async (event: StoredEvent): Promise<boolean> => {
    const log = event.threadId;
    const known = withheld.get(log) ?? withheldIn(context, [log]);
    withheld.set(log, known);
    return (await known)(log, event);
  };
  const everywhere = isRemoteCall() ? [] : hookSessions(context);
  const logsOf = (worker: string): string[] => [...new Set([worker, mission, ...everywhere])];
  return {
    async resolve(item: EvidenceItem, worker: string): Promise<ResolvedEvidence> {
      const [state, reason] = await judge(item, worker);
      return { ...item, state, reason };
    },
    /** Adds the current state to the item: the blob of a file, the run of a command. */
    async complete(item: EvidenceItem, worker: string): Promise<EvidenceItem> {
      if (item.kind === 'file' || (item.kind === 'source' && item.citation === undefined)) {
        const { blob } = read(item.reference);
        return blob === undefined || item.snapshot !== undefined
          ? item
          : { ...item, snapshot: { blob } };
      }
      const isRun = item.kind === 'command' || item.kind === 'test';
      if (!isRun || item.citation !== undefined) return item;
      for (const log of logsOf(worker)) {
        const [run] = await runsOf(context, log, item.reference);
        if (run === undefined) continue;
        const citation = renderCitation(log, run.seq, bareHash(run.hash));
        return { ...item, citation, snapshot: { exit_code: run.payload['exit_code'] ?? null } };
      }
      return item;
    },
  };

  async function judge(
    item: EvidenceItem,
    worker: string,
  ): Promise<[EvidenceState, string | null]> {
    const { kind, reference, snapshot } = item;
    const citation =
      item.citation ?? (reference.startsWith('eventloom://') ? reference : undefined);
    if (citation !== undefined) {
      const isRun = kind === 'command' || kind === 'test';
      const logs = isRun ? logsOf(worker) : [worker, mission];
      const event = await citedEvent(context.store, citation, logs);
      if (typeof event === 'string') return ['unresolved', event];
      if (event.shredded !== null) return ['stale', NO_EVENT.forgotten];
      // Only the exit status of a run counts, not its output.
      if (isRun) return judgeRun(event);
      return (await isWithheld(event)) ? ['unresolved', NO_EVENT.withheld] : ['resolved', null];
    }
    if (kind === 'file' || (kind === 'source' && snapshot?.['blob'] !== undefined)) {
      const now = read(reference);
      const was = snapshot?.['blob'];
      if (now.state === 'missing')
        return was === undefined
          ? ['unresolved', 'no such file']
          : ['stale', 'the file is missing'];
      if (now.blob === undefined) return ['unresolved', 'not a readable file of this workspace'];
      if (was === undefined) return ['unresolved', 'reported without the state of the file'];
      return now.blob === was ? ['resolved', null] : ['stale', 'the file changed'];
    }
    if (kind === 'command' || kind === 'test') return ['unresolved', 'no recorded run'];
    return ['unresolved', 'nothing to look up: cite an event or name a file'];
  }

  async function judgeRun(event: StoredEvent): Promise<[EvidenceState, string | null]> {
    const { command } = event.payload;
    if (!RUNS.includes(event.type)) return ['unresolved', 'the cited event is no command'];
    const all = typeof command === 'string' ? await runsOf(context, event.threadId, command) : [];
    const newer = all.filter(({ seq }) => seq > event.seq);
    // Some clients report the end of a command in a later event.
    const settled = newer.find(({ payload }) => payload['settles_seq'] === event.seq);
    const exitCode = event.payload['exit_code'] ?? settled?.payload['exit_code'] ?? null;
    if (exitCode === null) return ['unresolved', 'its exit status is not recorded'];
    if (exitCode !== 0) return ['unresolved', 'the command did not exit 0'];
    const last = newer.find(({ payload }) => (payload['exit_code'] ?? null) !== null);
    return last !== undefined && last.payload['exit_code'] !== 0
      ? ['stale', 'a later run of the command failed']
      : ['resolved', null];
  }
}

/** The logs in which hooks record, which may differ from the session of a worker's connection. */
function hookSessions({ workspace: { session, eventloomDir } }: OperationContext): string[] {
  return [session, defaultSessionOf(eventloomDir) ?? session];
}

/** The file of `src/app.ts`, `src/app.ts:12` or `src/app.ts:12-20`. */
function pathOf(reference: string): string {
  return reference.replace(/:\d+(?:[-:]\d+)?$/, '');
}

/** The event, or why there is none. Evidence must be in the logs of the finding, not in those of others. */
async function citedEvent(
  store: EventStore,
  citation: string,
  logs: readonly string[],
): Promise<StoredEvent | string> {
  try {
    const { session, seq, hashPrefix } = parseCitation(citation);
    if (!logs.includes(session)) return NO_EVENT.elsewhere;
    const found = (await store.check(session, [seq])).get(seq);
    if (found?.state !== 'held') return NO_EVENT.missing;
    return bareHash(found.event.hash).startsWith(hashPrefix) ? found.event : NO_EVENT.missing;
  } catch (error) {
    if (isHookloomError(error) && error.code === 'invalid_request') return NO_EVENT.malformed;
    throw error;
  }
}

/** Recorded runs of exactly this command in one log, newest first. */
async function runsOf(context: OperationContext, session: string, command: string) {
  const opened = await context.memory.open();
  if (!opened.ok || (await context.store.head(session)) === null) return [];
  const rows = await opened.memory.events({
    sessions: [session],
    types: RUNS,
    containing: command.slice(0, 200),
    limit: MAX_RUNS,
  });
  const seqs = rows.map(({ seq }) => seq).toSorted((a, b) => b - a);
  const checked = await context.store.check(session, seqs);
  return seqs.flatMap((seq) => {
    const each = checked.get(seq);
    return each?.state === 'held' && each.event.payload['command'] === command ? [each.event] : [];
  });
}
