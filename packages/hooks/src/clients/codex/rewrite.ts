/**
 * A rewritten input for Codex, which accepts a rewrite only as an approval
 * (docs/reference/client-behaviour.md#codex-rewritten-input).
 */
import { attempt, type JsonObject } from '@hookloom/core';
import { cleanValue } from '../../payload/fields.ts';
import { type Draft } from './answer-draft.ts';
import { tell } from '../generic/losses.ts';

/** The key in an answer's `metadata` by which a hook lets its rewrite count as an approval. */
const REWRITE_MAY_APPROVE = 'rewrite_may_approve';

/** `permissionDecision` and `updatedInput`, or nothing and the reason why. */
export function rewriteWords(draft: Draft, refused: boolean): JsonObject {
  const { modify_args } = draft.response;
  if (modify_args === undefined) return {};
  const why = refused ? 'Refused: there is nothing to rewrite.' : whyNot(draft, modify_args);
  const written = why === null ? textOf(modify_args) : null;
  if (why !== null || written === null) {
    tell(draft, 'modify_args', 'lost', why ?? 'The rewritten input is nested too deeply.');
    return {};
  }
  const updatedInput = cleanValue(modify_args);
  if (JSON.stringify(updatedInput) !== written)
    tell(draft, 'modify_args', 'changed', 'Said without what Codex could not read of it.');
  else if (!asks(draft))
    tell(draft, 'modify_args', 'changed', 'Sent as approved; Codex does not ask in this mode.');
  if (draft.response.decision === 'allow')
    tell(draft, 'allow', 'changed', 'Said with the rewrite; Codex may ask a person all the same.');
  return { permissionDecision: 'allow', updatedInput };
}

function whyNot(draft: Draft, args: JsonObject): string | null {
  const { response, event } = draft;
  const { tool } = event;
  const isMcp = tool !== null && tool.mcp !== null;
  const takesCommand = tool?.name === 'Bash' || tool?.native_name === 'apply_patch';
  if (!isMcp && !takesCommand)
    return 'Codex takes rewrites of shell commands, patches and MCP calls only.';
  if (takesCommand && typeof args['command'] !== 'string')
    return 'Codex would fail the call: the rewritten input has no text in "command".';
  const isApproved =
    response.decision === 'allow' || response.metadata?.[REWRITE_MAY_APPROVE] === true;
  if (asks(draft) && !isApproved)
    return `Codex would treat it as an approval, which no hook gave. To permit this, answer allow, or set "${REWRITE_MAY_APPROVE}": true in the metadata.`;
  return null;
}

/** Whether a person may be asked about the call, so that an approval would change something. */
function asks({ event }: Draft): boolean {
  return event.permission_mode?.mode !== 'bypassPermissions';
}

function textOf(value: JsonObject): string | null {
  return attempt(() => JSON.stringify(value), null);
}
