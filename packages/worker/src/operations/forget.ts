import { conflict, permissionDenied, renderCitation, sha256Hex, unavailable } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import { redactPayload, redactText } from '@hookloom/core/redact';
import { boundSession, inCallScope } from '../call-scope.ts';
import {
  actorOf,
  bareHash,
  operation,
  originOf,
  readableSession,
  stateFolders,
  type OperationContext,
} from './context.ts';
import { planForgetting, type ForgettingPlan } from './forget-plan.ts';
import { forgetRequest } from './forget-request.ts';
import { settleForgetting } from './forget-settle.ts';
import { forgetInTeam } from '../team/forget-in-team.ts';
import { forgetInFiles, type SharedForgetting } from '../share/share-state.ts';

export interface ForgetRow {
  citation: string;
  event_type: string;
  timestamp: string;
  actor: string;
  channel: string | null;
  excerpt: string;
  /** `chosen`: named by the request. `holds_it`: repeats the text. `made_from_it`: a note about it. */
  why: 'chosen' | 'holds_it' | 'made_from_it';
}

export interface ForgetPreview {
  status: 'dry_run';
  session_id: string;
  /** Events that would lose their content, in all sessions of the workspace. */
  would_forget: number;
  rows: ForgetRow[];
  rows_left_out: number;
  /** Number of texts that would be refused from then on. */
  would_refuse: number;
  refused_texts: string[];
  /** Rows that share only a part of the query. They are not selected; name them by citation. */
  related: ForgetRow[];
  /** Values in the rows that look like secrets, masked. `secrets: true` destroys them and refuses them everywhere. */
  proposed_secrets: ProposedSecret[];
  /** Identifies exactly this preview. */
  confirm: string;
  /** Lines in the files of a team. Absent if there are none. */
  shared?: SharedForgetting;
  cannot_be_undone: string;
  not_reached: string;
}

export interface ProposedSecret {
  /** The redaction rule that matched. */
  rule: string;
  characters: number;
  citation: string;
}

export interface ForgetAnswer {
  status: 'forgotten';
  session_id: string;
  forgotten: number;
  refused_texts: number;
  tombstones: { session_id: string; seq: number; hash: string; citation: string }[];
  /** Number of other files that contained it and were cleaned. */
  files_cleaned: number;
  /** What may still contain it; empty if everything was reached. */
  left: string[];
  shared?: SharedForgetting & { not_told?: string };
  cannot_be_undone: string;
  not_reached: string;
}

const CANNOT_BE_UNDONE =
  'The content is destroyed in the log and everywhere it was derived to, and the same text is refused from then on. Who, when and which events stays.';
const NOT_REACHED =
  'Copies outside this workspace: transcripts of the agent client, backups, exports and pages made before, version control.';
const SHOWN_ROWS = 50;
const SHOWN_TEXTS = 20;
const SHOWN_RELATED = 10;
const EXCERPT_CHARS = 160;

/**
 * Previews what would be forgotten. With `dry_run: false` destroys it: tombstone, gate, shredding, projection, files. A
 * query needs the `confirm` of its preview. Throws `not_found` if nothing is selected and `conflict` if the preview is
 * outdated.
 */
export const forget = operation(forgetRequest, async (context, parsed, caller) => {
  const session = await readableSession(context, parsed);
  assertUnbound();
  await assertOnDisk(context);
  const plan = await planForgetting(context, session, parsed);
  const confirm = confirmOf(plan);
  if (parsed.dry_run !== false) return preview(session, plan, confirm);
  if (parsed.confirm === undefined ? parsed.query !== undefined : parsed.confirm !== confirm)
    throw conflict(
      parsed.confirm === undefined
        ? 'A query selects by words, so review the preview before anything is destroyed.'
        : 'What would be forgotten differs from what was confirmed.',
      'Call with dry_run first, check the rows, and pass its confirm.',
    );
  const { forgetEvents } = await import('@hookloom/log');
  const order = {
    dir: context.workspace.eventloomDir,
    store: context.store,
    targets: plan.targets.length === 0 ? [{ session, seqs: [] }] : plan.targets,
    values: plan.values,
    actorId: actorOf(caller),
    origin: originOf(caller),
    reason: parsed.reason,
    nowMs: context.clock.now(),
    folders: stateFolders(context),
  };
  const texts = saidValues(plan).map(({ shown }) => shown);
  // Once forgetting has begun, it completes even if the caller no longer waits.
  let notTold: string | null = null;
  const { done, left } = await inCallScope({}, async () => {
    const forgotten = await forgetEvents(order);
    notTold = forgetInFiles(context, plan.shared);
    forgotten.swept.cleaned.push(...(await forgetInTeam(context)));
    return { done: forgotten, left: await settleForgetting(context, forgotten, texts) };
  });
  return {
    status: 'forgotten',
    session_id: session,
    forgotten: done.count,
    refused_texts: saidValues(plan).length,
    tombstones: done.tombstones.map(({ session: session_id, seq, hash }) => ({
      session_id,
      seq,
      hash: bareHash(hash),
      citation: renderCitation(session_id, seq, hash),
    })),
    files_cleaned: done.swept.cleaned.length,
    left,
    ...sharedOf(plan, notTold),
    cannot_be_undone: CANNOT_BE_UNDONE,
    not_reached: NOT_REACHED,
  } satisfies ForgetAnswer;
});

type Shorten = (recorded: string) => string;

async function preview(
  session: string,
  plan: ForgettingPlan,
  confirm: string,
): Promise<ForgetPreview> {
  const { rows, related, secrets } = plan;
  const values = saidValues(plan);
  const { cleanText, excerpt, foldText } = await import('@hookloom/memory/checkout');
  const shortened: Shorten = (text) =>
    excerpt(foldText(cleanText(redactText(text).text)), EXCERPT_CHARS);
  return {
    status: 'dry_run',
    session_id: session,
    would_forget: rows.length,
    rows: rows
      .slice(0, SHOWN_ROWS)
      .map(({ session: of, event, why }) => rowOf(of, event, why, shortened)),
    rows_left_out: Math.max(0, rows.length - SHOWN_ROWS),
    would_refuse: values.length,
    refused_texts: values
      .slice(0, SHOWN_TEXTS)
      .map(({ shown }) =>
        secrets.some(({ value }) => shown.includes(value)) ? '[REDACTED]' : shortened(shown),
      ),
    related: related
      .slice(0, SHOWN_RELATED)
      .map(({ session: of, event }) => rowOf(of, event, 'chosen', shortened)),
    proposed_secrets: secrets.slice(0, SHOWN_TEXTS).map(({ session: of, event, rule, value }) => ({
      rule,
      characters: value.length,
      citation: renderCitation(of, event.seq, event.hash),
    })),
    confirm,
    ...sharedOf(plan, null),
    cannot_be_undone: CANNOT_BE_UNDONE,
    not_reached: NOT_REACHED,
  };
}

function sharedOf(
  { shared: { hashes, ...shared } }: ForgettingPlan,
  notTold: string | null,
): { shared?: SharedForgetting & { not_told?: string } } {
  if (hashes.length === 0) return {};
  return { shared: { ...shared, ...(notTold !== null && { not_told: notTold }) } };
}

/** The recorded texts, without other wordings of them. */
function saidValues({ values }: ForgettingPlan): ForgettingPlan['values'] {
  return values.filter(({ kind }) => kind !== 'pair');
}

function rowOf(
  session: string,
  { seq, hash, type, timestamp, actorId, origin, payload }: StoredEvent,
  why: ForgetRow['why'],
  shortened: Shorten,
): ForgetRow {
  return {
    citation: renderCitation(session, seq, hash),
    event_type: type,
    timestamp,
    actor: shortened(actorId),
    channel: origin?.channel ?? null,
    excerpt: shortened(
      Object.entries(redactPayload(payload).payload)
        .flatMap(([key, value]) =>
          typeof value === 'string' && !key.endsWith('_id') ? [value] : [],
        )
        .join(' · '),
    ),
    why,
  };
}

/** A digest of these events and texts. */
function confirmOf({ rows, values, shared }: ForgettingPlan): string {
  const parts = [
    ...shared.hashes,
    ...rows.map(({ session, event }) => `${session}/${event.seq}#${event.hash}`).sort(),
    ...values.map(({ kind, compact }) => `${kind} ${compact}`).sort(),
  ];
  return sha256Hex(parts.join('\n')).slice(0, 16);
}

/** Forgetting affects all sessions of the workspace, and its preview shows them. */
export function assertUnbound(): void {
  if (boundSession() === undefined) return;
  throw permissionDenied(
    'Forgetting affects all sessions of the workspace, but this connection is bound to one.',
    'Forget in the workspace itself: `hookloom memory forget`.',
  );
}

/** Shredding needs files. A log in memory or in a database has none. */
export async function assertOnDisk({ store }: OperationContext): Promise<void> {
  if (store.caps.multiProcess) return;
  throw unavailable(
    'This log is not on a disk, so nothing in it can be shredded.',
    'Forget in the workspace itself.',
  );
}
