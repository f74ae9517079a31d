/** What a person must decide: proposals, open items and findings of missions. Also carries out one decision. */
import {
  invalidRequest,
  permissionDenied,
  renderCitation,
  type HookloomError,
} from '@hookloom/core';
import { excerpt, foldText } from '@hookloom/memory/checkout';
import {
  CLOSINGS,
  readProposals,
  type CitedEvent,
  type OpenItem,
  type Outcome,
  type Proposal,
} from '@hookloom/memory';
import { z } from 'zod';
import { approvalPacket, type ApprovalPacket } from '../../missions/approval-packet.ts';
import { promoteFinding, reviewFinding } from '../../missions/decide.ts';
import { listMissions } from '../../missions/inspect.ts';
import { reviewCandidate } from '../../operations/consolidation.ts';
import { promoteProposal } from '../../operations/consolidation-promote.ts';
import { isOpenProposal } from '../../operations/consolidation-status.ts';
import {
  operation,
  sessionId,
  type Caller,
  type OperationContext,
} from '../../operations/context.ts';
import { readAll, resolveOpenItem } from '../../operations/reasoning-records.ts';
import { openedMemory } from '../../memory-access.ts';

export const REVIEW_ACTIONS = ['accept', 'reject', 'defer', 'promote', 'resolve'] as const;
export type ReviewAction = (typeof REVIEW_ACTIONS)[number];

export interface ReviewItem {
  /** For a finding, the id is only unique with `mission_id`. */
  id: string;
  kind: Proposal['kind'] | OpenItem['kind'] | 'finding';
  mission_id?: string;
  status: string;
  /** One line. */
  title: string;
  /** Further text, one line each: the summary, the steps, the reason, the evidence. */
  details: string[];
  /** Why it cannot be promoted, or is doubtful. */
  warnings: string[];
  confidence: number | null;
  /** Where it came from: a tool, a file or the web. None of these makes it true. */
  channel: string;
  citation: string;
  sources: string[];
  /** The actions that are possible now. */
  actions: ReviewAction[];
}

const MAX_ITEMS = 200;
const TEXT_CHARS = 400;
const REVIEWED_AS = { accept: 'accepted', reject: 'rejected', defer: 'deferred' } as const;
/** How to close an open item without further evidence. */
const OUTCOME_OF: Partial<Record<`${OpenItem['kind']}:${ReviewAction}`, Outcome>> = {
  'unknown:resolve': 'resolved',
  'unknown:reject': 'dismissed',
  'conflict:resolve': 'resolved',
  'reverify:resolve': 'obsolete',
};

/** @param session The log whose proposals and open items are listed. Findings come from every mission of the workspace. */
export async function reviewQueue(context: OperationContext, session: string, caller: Caller) {
  const proposals = await readProposals(await openedMemory(context), [session]);
  const { items: open } = await readAll(context, session);
  const items = [
    ...proposals.filter(isOpenProposal).map(proposalItem),
    ...open.filter(({ outcome }) => outcome === null).map(openItem),
  ];
  for (const { mission_id } of await listMissions(context))
    items.push(...findingItems(await approvalPacket(context, { mission_id }, caller)));
  return { session_id: session, count: items.length, items: items.slice(0, MAX_ITEMS) };
}

function proposalItem(proposal: Proposal): ReviewItem {
  const { id, kind, status, title, summary, confidence, isStale, channel } = proposal;
  const steps = proposal.instructions.length > 0 ? proposal.instructions : proposal.steps;
  const isAccepted = status === 'accepted';
  return {
    id,
    kind,
    status,
    title: plainText(title),
    details: [summary, ...steps].map(plainText).filter((text) => text !== plainText(title)),
    warnings: isStale ? ['What one of its sources said is no longer valid.'] : [],
    confidence,
    channel,
    citation: renderCitation(proposal.session, proposal.seq, proposal.hash),
    sources: citationsOf(proposal.session, proposal.sources),
    actions: [
      ...(isAccepted ? [] : (['accept'] as const)),
      'reject',
      ...(isAccepted || status === 'deferred' ? [] : (['defer'] as const)),
      ...(isAccepted && !isStale ? (['promote'] as const) : []),
    ],
  };
}

function openItem(item: OpenItem): ReviewItem {
  const { id, kind, text, reason, reverifyQuery, channel } = item;
  return {
    id,
    kind,
    status: 'open',
    title: plainText(text),
    details: [reason, reverifyQuery].filter((each) => each !== '' && each !== text).map(plainText),
    warnings: [],
    confidence: null,
    channel,
    citation: renderCitation(item.session, item.seq, item.hash),
    sources: citationsOf(item.session, [...item.sources, ...item.conflicting]),
    actions: REVIEW_ACTIONS.filter((action) => OUTCOME_OF[`${kind}:${action}`] !== undefined),
  };
}

function findingItems({ mission_id, findings }: ApprovalPacket): ReviewItem[] {
  return findings.map((finding) => {
    const { finding_id, worker_id, status, summary, evidence, missing } = finding;
    const may = (to: (typeof finding.allowed_statuses)[number]): boolean =>
      finding.allowed_statuses.includes(to);
    return {
      id: finding_id,
      kind: 'finding' as const,
      mission_id,
      status,
      title: summary,
      details: [
        `Reported by ${worker_id} in the mission ${mission_id}.`,
        ...(finding.claim_key === undefined
          ? []
          : [`${finding.claim_key} = ${finding.claim_value ?? ''}`]),
        ...evidence.map(({ kind, reference, state, reason }) => {
          const how = state === 'resolved' ? 'holds' : (reason ?? state);
          return `${kind} ${reference}: ${how}`;
        }),
      ],
      warnings: missing.filter((each) => each !== 'an accepted review'),
      confidence: finding.confidence ?? null,
      channel: 'model',
      citation: finding.citation,
      sources: evidence.flatMap(({ citation }) => citation ?? []),
      actions: [
        ...(may('accepted') ? (['accept'] as const) : []),
        ...(may('rejected') ? (['reject'] as const) : []),
        ...(may('deferred') ? (['defer'] as const) : []),
        ...(missing.length === 0 ? (['promote'] as const) : []),
      ],
    };
  });
}

function plainText(text: string): string {
  return excerpt(foldText(text), TEXT_CHARS);
}

function citationsOf(session: string, sources: readonly CitedEvent[]): string[] {
  return sources.map((source) =>
    renderCitation(source.session_id ?? session, source.seq, `sha256:${source.hash}`),
  );
}

export const decideRequest = z.strictObject({
  id: z.string().min(1).max(300),
  action: z.enum(REVIEW_ACTIONS),
  /** Only for a finding. */
  mission_id: z.string().min(1).max(128).optional(),
  rationale: z.string().trim().max(2000).optional(),
  session_id: sessionId,
});

/**
 * A person's decision on one item of the queue. Throws `permission_denied` for anyone else, and what the operation behind
 * the action throws.
 */
export const decideOnItem = operation(decideRequest, async (context, request, caller) => {
  const { id, action, mission_id, rationale, session_id } = request;
  if (caller.channel !== 'user')
    throw permissionDenied(
      'Only a person can decide on the review queue.',
      'Let the user open the viewer with `hookloom viewer --open`.',
    );
  const why = rationale === undefined || rationale === '' ? 'Decided in the viewer.' : rationale;
  const actor = 'user';
  if (mission_id !== undefined) {
    if (action === 'promote') await promoteFinding(context, { mission_id, finding_id: id }, caller);
    else {
      const status = reviewedAs(action);
      await reviewFinding(context, { mission_id, finding_id: id, status, rationale: why }, caller);
    }
    return { id, action, status: action === 'promote' ? 'promoted' : reviewedAs(action) };
  }
  const kind = /^metacognition:(unknown|conflict|reverify):/.exec(id)?.[1] as
    | OpenItem['kind']
    | undefined;
  if (kind !== undefined) {
    const outcome = OUTCOME_OF[`${kind}:${action}`];
    if (outcome === undefined) throw notForThis(action, CLOSINGS[kind].join(', '));
    await resolveOpenItem(context, { id, outcome, rationale: why, session_id, actor }, caller);
    return { id, action, status: outcome };
  }
  if (action === 'promote') {
    await promoteProposal(context, { candidate_id: id, session_id }, caller);
    return { id, action, status: 'promoted' };
  }
  const status = reviewedAs(action);
  await reviewCandidate(
    context,
    { candidate_id: id, status, rationale: why, session_id, actor },
    caller,
  );
  return { id, action, status };
});

function reviewedAs(action: ReviewAction): 'accepted' | 'rejected' | 'deferred' {
  if (action === 'resolve') throw notForThis(action, 'accept, reject, defer, promote');
  return REVIEWED_AS[action as keyof typeof REVIEWED_AS];
}

function notForThis(action: ReviewAction, possible: string): HookloomError {
  return invalidRequest(`${action} is not possible for this item.`, `Possible: ${possible}.`);
}
