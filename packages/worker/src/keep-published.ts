/** While the worker runs and the setting allows it, writes new content to the user's shared file. Never runs git. */
import type { Background } from './background.ts';
import type { OperationContext } from './operations/context.ts';
import type { Workspaces } from './workspaces/workspaces.ts';
import { isAutomatic } from './share/is-automatic.ts';
import { knownOwnFile } from './share/share-state.ts';

export interface KeepPublishedOptions {
  workspaces: Pick<Workspaces, 'all'>;
  stateDir: string;
  env: Record<string, string | undefined>;
  /** Writes a line to the worker's log. */
  say(message: string): void;
  /** Default: 60 s. */
  pollMs?: number;
}

const POLL_MS = 60_000;

export function keepPublished(options: KeepPublishedOptions): Background {
  const { workspaces, stateDir, env, say, pollMs = POLL_MS } = options;
  /** The heads that have been published. */
  const heads = new Map<string, string>();
  let running = Promise.resolve();
  let isClosed = false;
  const poll = setInterval(look, pollMs).unref();
  look();

  function look(): void {
    running = running.then(publishAll).catch(() => {});
  }

  async function publishAll(): Promise<void> {
    if (isClosed || !isAutomatic(stateDir, env)) return;
    for (const { project, runtime } of await workspaces.all()) {
      if (isClosed) return;
      try {
        const count = await publishNew(runtime.context, heads);
        if (count > 0)
          say(
            `Wrote ${count} new ${count === 1 ? 'line' : 'lines'} to the shared file of ${project.alias}.`,
          );
      } catch (error) {
        say(`Nothing of ${project.alias} was shared: ${(error as Error).message}`);
      }
    }
  }

  return {
    isBusy: () => false,
    async close() {
      isClosed = true;
      clearInterval(poll);
      await running;
    },
  };
}

/** Publishes what `share publish` would propose. Returns how many lines it wrote. */
async function publishNew(context: OperationContext, heads: Map<string, string>): Promise<number> {
  const { workspace, stateDir, store } = context;
  if (stateDir === undefined || knownOwnFile(workspace, stateDir) === null) return 0;
  const { eventloomDir, session } = workspace;
  const head = (await store.head(session))?.hash ?? '';
  if (heads.get(eventloomDir) === head) return 0;
  const { planPublishing, publish } = await import('./operations/share-publish.ts');
  const count = publish(context, await planPublishing(context));
  heads.set(eventloomDir, head);
  return count;
}
