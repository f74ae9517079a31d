/**
 * Writes an answer in the fields that each Claude Code event honours: one entry per event
 * (docs/reference/client-behaviour.md#claude-code-answers).
 */
import type { HookEvent, HookResponse, Loss } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { cutToFit, joined, nextStep, addLoss } from '../generic/losses.ts';
import { CLAUDE_CAPABILITIES } from './capabilities.ts';
import { ownOutput, WRONG_SHAPE } from './tool-output.ts';

/** The parts of an answer, before it is written. */
export interface Draft {
  response: HookResponse;
  event: HookEvent;
  losses: Loss[];
  reason: string;
}

export interface AnswerParts {
  top?: JsonObject;
  /** Fields of `hookSpecificOutput` besides `hookEventName`. */
  specific?: JsonObject;
  /** Plain text instead of JSON. */
  text?: string;
  /** A refusal by exit 2, with the reason on standard error. */
  exit2?: boolean;
  denies?: boolean;
}

export type Words = (draft: Draft) => AnswerParts;

function contextOf({ response, losses }: Draft): JsonObject {
  const text = joined(response.context);
  return text === ''
    ? {}
    : { additionalContext: cutToFit(text, { chars: CLAUDE_CAPABILITIES.contextChars }, losses) };
}

function ending({ stop_agent, stop_reason }: HookResponse): JsonObject {
  if (stop_agent !== true) return {};
  return {
    continue: false,
    ...(stop_reason === undefined ? {} : { stopReason: stop_reason.toWellFormed() }),
  };
}

const lifecycle: Words = (draft) => {
  const { title, watch_paths: paths } = draft.response;
  const { answers } = CLAUDE_CAPABILITIES.events[draft.event.native_event]!;
  return {
    specific: {
      ...(answers.context?.survival === 'kept' ? contextOf(draft) : {}),
      ...(title === undefined || answers.title === undefined ? {} : { sessionTitle: title }),
      ...(paths === undefined || answers.watch_paths === undefined ? {} : { watchPaths: paths }),
    },
  };
};

/** Events whose block is a top-level decision. */
const blockable: Words = (draft) => {
  const { response, reason } = draft;
  const denies = response.decision === 'deny';
  const { answers } = CLAUDE_CAPABILITIES.events[draft.event.native_event]!;
  return {
    top: {
      ...(denies ? { decision: 'block', reason } : {}),
      ...(answers.stop_agent === undefined ? {} : ending(response)),
    },
    denies,
    ...(lifecycle(draft).specific === undefined ? {} : { specific: lifecycle(draft).specific! }),
  };
};

const stop: Words = ({ response, losses }) => {
  if (response.decision === 'deny')
    addLoss(losses, 'deny', 'changed', 'Sent as the reason to continue.');
  if (response.stop_agent === true) {
    if (joined(response.context) !== '') addLoss(losses, 'context', 'lost', 'The run ends here.');
    return { top: ending(response) };
  }
  const next = joined(
    nextStep(response),
    cutToFit(joined(response.context), { chars: CLAUDE_CAPABILITIES.contextChars }, losses),
  );
  return next === '' ? {} : { top: { decision: 'block', reason: next } };
};

const byExit: Words = ({ response, reason }) => {
  const next = nextStep(response);
  if (response.decision === 'deny' && response.continue_with === undefined)
    return { exit2: true, text: reason };
  return next === '' ? { top: ending(response) } : { exit2: true, text: next };
};

export const WORDS: Record<string, Words> = {
  SessionStart: lifecycle,
  CwdChanged: lifecycle,
  FileChanged: lifecycle,
  SubagentStart: lifecycle,
  PostModelSwitch: lifecycle,
  Notification: () => ({}),
  StopFailure: () => ({}),
  MessageDisplay: () => ({}),
  UserPromptSubmit: blockable,
  UserPromptExpansion: blockable,
  PostToolUseFailure: blockable,
  PostToolBatch: blockable,
  ConfigChange: blockable,
  TaskCreated: blockable,
  Stop: stop,
  SubagentStop: stop,
  TaskCompleted: byExit,
  TeammateIdle: byExit,
  PostToolUse(draft) {
    const said = blockable(draft);
    const { updated_output: output } = draft.response;
    if (output === undefined) return said;
    const own = ownOutput(output, draft.event.tool);
    if (own !== null) return { ...said, specific: { ...said.specific, updatedToolOutput: own } };
    addLoss(draft.losses, 'updated_output', 'lost', WRONG_SHAPE);
    return said;
  },
  PreToolUse(draft) {
    const { response, losses, reason } = draft;
    const { decision, modify_args: args } = response;
    const why = decision === 'deny' ? reason : (response.reason?.toWellFormed() ?? '');
    if (decision === 'deny' && args !== undefined)
      addLoss(losses, 'modify_args', 'lost', 'The call is denied: there is nothing to rewrite.');
    return {
      top: ending(response),
      specific: {
        ...(decision === 'none' ? {} : { permissionDecision: decision }),
        ...(decision === 'none' || why === '' ? {} : { permissionDecisionReason: why }),
        // Without a decision, the call is rewritten and the user's own settings decide about it.
        ...(args === undefined || decision === 'deny' ? {} : { updatedInput: args }),
        ...contextOf(draft),
      },
      denies: decision === 'deny',
    };
  },
  PreModelSwitch({ response, reason }) {
    const { decision } = response;
    if (decision === 'none' || decision === 'defer') return {};
    const why = decision === 'deny' ? reason : (response.reason?.toWellFormed() ?? '');
    return {
      specific: {
        permissionDecision: decision,
        ...(why === '' ? {} : { permissionDecisionReason: why }),
      },
      denies: decision === 'deny',
    };
  },
  PermissionRequest({ response, losses, reason }) {
    const { decision, modify_args: args, permission } = response;
    if (decision === 'deny') {
      if (args !== undefined) addLoss(losses, 'modify_args', 'lost', 'The call is denied.');
      if (permission?.updates !== undefined)
        addLoss(losses, 'permission', 'changed', 'Rule updates are sent only with an allow.');
      const interrupt = permission?.interrupt === true ? { interrupt: true } : {};
      return {
        specific: { decision: { behavior: 'deny', message: reason, ...interrupt } },
        denies: true,
      };
    }
    if (decision === 'allow') {
      if (permission?.interrupt === true)
        addLoss(losses, 'permission', 'changed', 'interrupt is accepted only with a deny.');
      if (args !== undefined)
        losses.splice(
          losses.findIndex(({ field }) => field === 'modify_args'),
          1,
        );
      return {
        specific: {
          decision: {
            behavior: 'allow',
            ...(args === undefined ? {} : { updatedInput: args }),
            ...(permission?.updates === undefined
              ? {}
              : { updatedPermissions: permission.updates }),
          },
        },
      };
    }
    if (args !== undefined)
      addLoss(losses, 'modify_args', 'lost', 'Sent together with an allow only.');
    if (permission !== undefined)
      addLoss(losses, 'permission', 'lost', 'Sent only with a decision.');
    return {};
  },
  PermissionDenied: ({ response }) =>
    response.retry === true ? { specific: { retry: true } } : {},
  PreCompact({ response, reason, losses }) {
    if (response.decision === 'deny') {
      if (joined(response.context) !== '')
        addLoss(losses, 'context', 'lost', 'No summary is made.');
      return { top: { decision: 'block', reason }, denies: true };
    }
    const text = joined(response.context);
    // The schema has no context here: JSON would be an error that reaches the conversation.
    return text === ''
      ? {}
      : { text: cutToFit(text, { chars: CLAUDE_CAPABILITIES.contextChars }, losses) };
  },
  WorktreeCreate({ response, reason }) {
    if (response.decision === 'deny') return { exit2: true, text: reason };
    const path = response.extras?.worktree_path;
    return typeof path === 'string' ? { text: path } : {};
  },
  Elicitation: ({ response }) =>
    response.decision === 'deny' ? { specific: { action: 'decline' } } : {},
  ElicitationResult: ({ response }) =>
    response.decision === 'deny' ? { specific: { action: 'decline' } } : {},
};
