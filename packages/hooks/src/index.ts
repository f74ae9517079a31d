/** The public types of the hooks. What runs is imported from its own file: the hook path loads nothing more. */
export type { Finding } from './author/finding.ts';
export type { HookCommands, StartRequest } from './clients/client.ts';
export type {
  FolderLists,
  FoundFiles,
  SessionFile,
  SessionPlace,
} from './clients/client-transcript.ts';
export type { DispatchRequest } from './engine/dispatch-request.ts';
export type { Dispatched } from './engine/dispatched.ts';
export type { DialectName, Handler, Switch } from './engine/handler.ts';
export type { ReviewedHook } from './engine/review/review-record.ts';
export type { FoundHooks } from './found/own-handlers.ts';
export type { FoundServer } from './found/own-servers.ts';
