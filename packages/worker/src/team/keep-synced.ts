/** While the worker runs, it replicates the projects that take part in a team. A store that is away is tried again later. */
import type { Background } from '../background.ts';
import type { Workspaces } from '../workspaces/workspaces.ts';
import { readTeamState, teamFolder } from './team-state.ts';

export interface KeepSyncedOptions {
  workspaces: Pick<Workspaces, 'all'>;
  stateDir: string;
  /** A line for the worker's log. */
  say(message: string): void;
  /** Default: 30 s. */
  pollMs?: number;
}

const POLL_MS = 30_000;

export function keepSynced({
  workspaces,
  stateDir,
  say,
  pollMs = POLL_MS,
}: KeepSyncedOptions): Background {
  /** What was said last of each project, so that weeks without a network are one line. */
  const told = new Map<string, string>();
  let running = Promise.resolve();
  let isClosed = false;
  const poll = setInterval(look, pollMs).unref();
  look();

  function look(): void {
    running = running.then(syncAll).catch(() => {});
  }

  async function syncAll(): Promise<void> {
    for (const { project, runtime } of await workspaces.all()) {
      if (isClosed) return;
      const { workspace } = runtime;
      if (readTeamState(teamFolder(workspace, stateDir)) === null) continue;
      let message = '';
      try {
        const { pushed } = await (await runtime.team()).syncTeam(runtime.context);
        message = pushed.find(({ error }) => error !== null)?.error?.message ?? '';
      } catch (error) {
        message = (error as Error).message;
      }
      if (message !== (told.get(workspace.eventloomDir) ?? ''))
        say(
          message === ''
            ? `The team store has ${project.alias} again.`
            : `${project.alias}: ${message}`,
        );
      told.set(workspace.eventloomDir, message);
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
