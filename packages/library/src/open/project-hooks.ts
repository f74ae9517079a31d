/** The hooks of the project, as one hook. */
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HookloomError } from '@hookloom/core/errors';
import type { Hook } from '../hooks/define-hook.ts';
import type { OpenProject } from './open-project.ts';

/**
 * Answers an event as the hooks of this project and of its user do: those in `.hookloom/hooks.toml`,
 * `.claude/settings.json` and the other files that the engine reads. Only reviewed hooks run (`hookloom hooks trust`). The
 * event and the runs are recorded in the log.
 */
export function hooksOf({ env, clock, open }: OpenProject): Hook {
  const load = async (): Promise<Hook['handle']> => {
    const { runtime, isStored } = await open();
    if (!isStored)
      throw new HookloomError(
        'invalid_request',
        'Hooks of a project need the log in its folder, and another store was given.',
        'Leave out `store`, or use `defineHook()` of hookloom/hooks.',
      );
    const [{ projectHooks }, { speakerHere }, { privateStateDir }] = await Promise.all([
      import('@hookloom/worker/project-hooks'),
      import('@hookloom/hooks/hook-event/speaker'),
      import('@hookloom/hooks/state/state-dir'),
    ]);
    const { eventloomDir: dir, root, session } = runtime.workspace;
    const projectDir = realpathSync(root);
    return projectHooks({
      projectDir,
      log: { dir, session, store: runtime.store },
      env,
      home: env['HOME'] ?? env['USERPROFILE'] ?? null,
      stateDir: privateStateDir(env),
      hookFile: fileURLToPath(new URL('hook.cjs', import.meta.url)),
      now: () => clock.now(),
      // A program may be started by an agent; it is never a person.
      speaker: () => (speakerHere(projectDir, env) === 'agent' ? 'agent' : 'unknown'),
    });
  };
  let handle: Promise<Hook['handle']> | undefined;
  return { handle: async (event) => (await (handle ??= load()))(event) };
}
