/**
 * Turns the engine's decision into an answer of the app-server's protocol
 * (docs/reference/client-behaviour.md#codex-app-server).
 */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { HookResponse, Loss, ResponseField } from '@hookloom/core/hook';
import { requestKind } from './approval-event.ts';
import { lossesOf } from './losses.ts';
import type { Incoming } from './message.ts';

/** `cancel` refuses and ends the turn. */
export type Verdict = 'accept' | 'decline' | 'cancel';

export interface Decided {
  /** `none`: the hooks have no opinion. `ask`: only a person may decide. */
  verdict: Verdict | 'none' | 'ask';
  losses: Loss[];
}

const DECIDED = ['allow', 'deny', 'ask', 'defer', 'stop_agent', 'permission'] as const;

/**
 * The verdict on a request, from the hooks' answer. An `allow` is passed on only if it approves exactly the request:
 * not with a rewritten input, which the protocol cannot represent; not for more than the command that the hooks saw;
 * not if a person must decide. Pure; never throws.
 *
 * @example decideApproval({ decision: 'deny' }, request) // → { verdict: 'decline', losses: [] }
 */
export function decideApproval(response: HookResponse, incoming: Incoming): Decided {
  const kind = requestKind(incoming);
  const action = kind === 'elicitation' ? response.extras?.['elicitation_action'] : undefined;
  // Requests of the first protocol carry the reason of a refusal.
  const isTold = isOlder(incoming) && response.decision === 'deny';
  const carried: ResponseField[] = isTold ? ['reason', ...DECIDED] : [...DECIDED];
  const losses = lossesOf(response, carried, { elicitation: kind === 'elicitation' });
  const decided = (verdict: Decided['verdict'], ...more: Loss[]): Decided => ({
    verdict,
    losses: [...more, ...losses],
  });
  if (response.permission?.updates !== undefined)
    losses.push({ field: 'permission', survival: 'lost', note: 'the rule updates are dropped' });
  if (response.stop_agent === true) return decided('cancel');
  if (response.decision === 'deny' || action === 'decline') {
    const cancel = response.permission?.interrupt === true;
    return decided(cancel ? 'cancel' : 'decline');
  }
  if (action === 'cancel') return decided('cancel');
  if (response.decision === 'ask') return decided('ask');
  if (response.decision === 'defer')
    return decided('ask', changed('defer', 'a person is asked now'));
  if (kind === 'elicitation') {
    if (action === 'accept') return decided('accept');
    if (response.decision !== 'allow') return decided('none');
    return decided('ask', changed('allow', 'a person answers: an allow has no content to fill in'));
  }
  if (response.decision !== 'allow') return decided('none');
  const doubt = doubtAbout(response, incoming);
  return doubt === null ? decided('accept') : decided('ask', changed('allow', doubt));
}

/** Why an allow is not enough for this request. */
function doubtAbout(response: HookResponse, { params }: Incoming): string | null {
  const available = words(params['availableDecisions']);
  if (response.modify_args !== undefined)
    return 'a person decides, because the rewritten input cannot be sent';
  if (typeof params['kind'] === 'string' && params['kind'] !== 'command')
    return 'a person decides, because the request is for more than running the command';
  for (const beyond of ['networkApprovalContext', 'additionalPermissions', 'grantRoot'])
    if (params[beyond] !== undefined && params[beyond] !== null)
      return 'a person decides, because the request is for more than the hooks saw';
  if (available.length > 0 && !available.includes('accept') && !available.includes('approved'))
    return 'a person decides, because the request does not offer to accept';
  return null;
}

/**
 * The result to send. `decline` is also sent if only accept and cancel are offered: Codex 0.169.0 accepts it and
 * continues the turn, which a cancel would end.
 */
export function renderAnswer(
  verdict: Verdict,
  incoming: Incoming,
  response: HookResponse,
): JsonObject {
  const { params } = incoming;
  const kind = requestKind(incoming);
  if (kind === 'elicitation' || kind === 'mcp_tool') {
    const content: JsonValue =
      verdict !== 'accept' ? null : kind === 'mcp_tool' ? {} : filledIn(response);
    return { action: verdict, content, _meta: null };
  }
  if (kind === 'permissions') {
    const granted = verdict === 'accept' ? (params['permissions'] ?? {}) : {};
    return { permissions: granted, scope: 'turn' };
  }
  if (isOlder(incoming)) {
    const rejection = response.reason ?? 'A hook refused it.';
    return {
      decision: { accept: 'approved', cancel: 'abort', decline: { denied: { rejection } } }[
        verdict
      ],
    };
  }
  const available = words(params['availableDecisions']);
  const older = { accept: 'approved', decline: 'denied', cancel: 'abort' }[verdict];
  return { decision: !available.includes(verdict) && available.includes(older) ? older : verdict };
}

function filledIn(response: HookResponse): JsonValue {
  return response.extras?.['elicitation_content'] ?? {};
}

/** Requests of the first protocol, which have their own answers. */
function isOlder({ method }: Incoming): boolean {
  return method === 'execCommandApproval' || method === 'applyPatchApproval';
}

function words(available: JsonValue | undefined): string[] {
  if (!Array.isArray(available)) return [];
  return available.flatMap((one) =>
    typeof one === 'string' ? [one] : isJsonObject(one) ? Object.keys(one) : [],
  );
}

function changed(field: Loss['field'], note: string): Loss {
  return { field, survival: 'changed', note };
}
