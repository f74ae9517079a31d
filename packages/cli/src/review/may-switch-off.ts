/** Requires a person for commands that could turn a guard off, such as `uninstall`. */
import { userInfo } from 'node:os';
import type { CommandContext } from '../command/context.ts';
import { assertPerson, type GateRequest } from '../command/person-gate.ts';

/**
 * Returns if no critical guard is in force, or for a person.
 *
 * @throws `permission_denied`
 */
export async function assertMaySwitchOff(
  request: Omit<GateRequest, 'stateDir' | 'hasReview' | 'isElsewhere'>,
): Promise<void> {
  const { context, workspace } = request;
  const [{ projectHooks }, { isWithin, readOnlyStateDir }] = await Promise.all([
    import('./project-hooks.ts'),
    import('@hookloom/hooks'),
  ]);
  const real = realEnvironment(context.env);
  for (const env of [context.env, real]) {
    const stateDir = readOnlyStateDir(env);
    const { reviews, handlers, place } = await projectHooks({ env }, workspace.root, stateDir);
    const guards = reviews.recordedGuards();
    const isGuarded =
      env === real
        ? // Of another home, only reviews of this same project count.
          guards.some(({ source }) => isWithin(source.file.path, place.projectDir))
        : guards.length > 0 ||
          // Critical hooks of the user are in force before they are recorded.
          handlers.some((handler) => handler.critical && reviews.trust(handler) !== 'untrusted');
    if (isGuarded) return void (await assertPerson({ ...request, stateDir, hasReview: true }));
  }
}

/** Uses the home folder that the system reports, because a variable before the command must not redirect it. */
function realEnvironment(env: CommandContext['env']): CommandContext['env'] {
  const { HOOKLOOM_STATE_DIR: _state, XDG_STATE_HOME: _xdg, ...rest } = env;
  return { ...rest, HOME: userInfo().homedir, USERPROFILE: userInfo().homedir };
}
