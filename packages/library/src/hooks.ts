/**
 * Write a hook once, for every client: `import { deny, onToolPre, run } from 'hookloom/hooks'`.
 *
 * Starts without the rest of Hookloom: only Node built-ins, and the dialect of the client that calls it.
 */
export {
  defineHook,
  onToolPre,
  type Handler,
  type Hook,
  type HookHandlers,
  type Reply,
  type ShellEvent,
  type ToolCall,
  type ToolEvent,
} from './hooks/define-hook.ts';
export { addContext, allow, ask, continueWith, deny, none, rewrite } from './hooks/replies.ts';
export { respond, type HookAnswer, type RespondOptions } from './hooks/respond.ts';
export { run, type RunOptions } from './hooks/run.ts';
export type { DialectName } from './hooks/dialects.ts';
export type { Loss } from '@hookloom/core/hook';
export type { ClientName, HookEventType } from '@hookloom/core/hook';
export type { HookEvent, PermissionMode, ToolSeen } from '@hookloom/core/hook';
export type { Decision, HookResponse } from '@hookloom/core/hook';
export type { JsonObject, JsonValue } from '@hookloom/core';
