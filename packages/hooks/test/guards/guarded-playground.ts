/** A project and a user with critical guards that refuse `rm -rf`, for tests of layers and reviews. */
import type { DispatchRequest } from '../../src/engine/dispatch-request.ts';
import { loadConfig, type LoadedConfig } from '../../src/engine/load.ts';
import { acceptReviews, revokeReviews, type ReviewedBy } from '../../src/engine/review/accept.ts';
import type { ReviewPlace } from '../../src/engine/review/reviews.ts';
import { configFiles } from '../../src/engine/sources.ts';
import {
  createPlayground,
  shellCall,
  tomlHook,
  type Fired,
  type Playground,
} from '../try-hooks.ts';

export const BY: ReviewedBy = { at: '2026-11-22T08:00:00.000Z', from: 'terminal pts/3' };
export const DENY_RM = `#!/bin/sh\nif grep -q 'rm -rf'; then echo 'Not here.' >&2; exit 2; fi\n`;
export const CRITICAL = 'critical = true\nmatcher = "^Bash$"';

export interface GuardedPlayground extends Playground {
  place: ReviewPlace;
  config(): LoadedConfig;
  review(): void;
  revoke(): void;
  /** A call of the shell under Codex, without any flag that trusts. */
  call(command: string, parts?: Partial<DispatchRequest>): Promise<Fired>;
  start(parts?: Partial<DispatchRequest>): Promise<Fired>;
  /** A reviewed critical guard of the project. */
  guardProject(): void;
  /** A critical guard of the user. */
  guardUser(): void;
}

export function createGuarded(): GuardedPlayground {
  const play = createPlayground();
  const place: ReviewPlace = {
    projectDir: play.project,
    home: play.home,
    stateDir: play.state,
    env: { PATH: process.env['PATH'] },
  };
  const config = (): LoadedConfig => loadConfig(configFiles({ ...place, env: {}, managed: null }));
  const review = (): void => acceptReviews(config(), place, BY);
  return {
    ...play,
    place,
    config,
    review,
    revoke: () => revokeReviews(place, BY),
    call: (command, parts = {}) =>
      play.fire('codex', shellCall('codex', command), { trustProject: false, ...parts }),
    start: (parts = {}) =>
      play.fire(
        'codex',
        { hook_event_name: 'SessionStart', source: 'startup' },
        { trustProject: false, ...parts },
      ),
    guardProject() {
      play.write('check.sh', DENY_RM);
      play.write('.hookloom/hooks.toml', tomlHook('pre_tool_use', './check.sh', CRITICAL));
      review();
    },
    guardUser() {
      const command = `${play.home}/check.sh`;
      play.write('~/check.sh', DENY_RM);
      play.write('~/.hookloom/hooks.toml', tomlHook('pre_tool_use', command, CRITICAL));
    },
  };
}
