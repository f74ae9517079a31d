/** Connects a hook to a Codex app-server. */
import {
  attachEngine,
  type AttachOptions,
  type CodexAppServerClient,
} from '@hookloom/hooks/clients';
import { defineHook, type Hook, type HookHandlers } from '../hooks/define-hook.ts';

/**
 * Lets a hook answer an app-server's requests: commands, file changes, MCP tool calls, wider permissions and forms. The
 * hook also receives everything else that happens in its threads. If the hook has no opinion, `options.human` decides;
 * without one, the request is declined.
 *
 * @returns A function that detaches the hook.
 * @example
 * const client = new CodexAppServerClient();
 * attach(client, onToolPre('Bash', ({ command }) => (command.includes('rm -rf') ? deny('Not here.') : allow())));
 * await client.start();
 */
export function attach(
  client: CodexAppServerClient,
  hook: Hook | HookHandlers,
  options: AttachOptions = {},
): () => void {
  const asked = 'handle' in hook ? hook : defineHook(hook);
  return attachEngine(client, (event) => asked.handle(event), options);
}

/**
 * The same as `attach`, under the names of the documented adapter.
 *
 * @example
 * const adapter = new CodexAdapter({ hookManager: loom.hooks });
 * adapter.attachToClient(client);
 * await client.start();
 */
export class CodexAdapter {
  readonly #options: { hookManager: Hook | HookHandlers } & AttachOptions;
  #detach: (() => void) | null = null;

  constructor(options: { hookManager: Hook | HookHandlers } & AttachOptions) {
    this.#options = options;
  }

  /** Sends the events of this client to the hooks. Detaches from the client that was attached before. */
  attachToClient(client: CodexAppServerClient): void {
    const { hookManager, ...options } = this.#options;
    this.detach();
    this.#detach = attach(client, hookManager, options);
  }

  /** Detaches the hooks. The client keeps running, and its requests are refused. */
  detach(): void {
    this.#detach?.();
    this.#detach = null;
  }
}
