/** Your hooks in front of a Codex app-server: `import { attach, CodexAppServerClient } from 'hookloom/codex'`. */
export { attach, CodexAdapter } from './codex/adapter.ts';
export {
  CodexAppServerClient,
  type AppServerClientEvents,
  type CodexAppServerOptions,
} from '@hookloom/hooks/clients';
export type { AttachOptions, Handled, HumanAnswer, Question } from '@hookloom/hooks/clients';
export type { Hook, HookHandlers } from './hooks/define-hook.ts';
export type { HookEvent } from '@hookloom/core/hook';
export type { HookResponse } from '@hookloom/core/hook';
