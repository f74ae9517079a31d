/** `codex app-server` under the hook engine. */
export { attachEngine } from './attach.ts';
export { CodexAppServerClient } from './client.ts';
