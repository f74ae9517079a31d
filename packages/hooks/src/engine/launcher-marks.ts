/**
 * Writes files for the launcher, which is a shell script. If it finds no Node, it must know which events a critical
 * guard covers. If the user has no hooks outside projects, it need not start Node there. The files are in the private
 * state folder.
 *
 * - `guarded/<client>/<name>`: the project's folder (`*` for every folder), then one native event per line.
 * - `outside/<client>`: the environment that decides which files count, then those files. Valid until one is newer.
 */
import fs from 'node:fs';
import path from 'node:path';
import { contentDigest } from '@hookloom/core/hook';
import type { DispatchRequest } from './dispatch-request.ts';
import type { HandlerIndex } from './handler-index.ts';
import type { LoadedConfig } from './load.ts';

type Asked = Pick<
  DispatchRequest,
  'client' | 'projectDir' | 'isOutside' | 'env' | 'stateDir' | 'home'
>;

/** Never throws. Without the files, the launcher starts Node if it can and allows the call if it cannot. */
export function writeLauncherMarks(asked: Asked, config: LoadedConfig, index: HandlerIndex): void {
  const { client, projectDir, isOutside, env, home, stateDir } = asked;
  const guarded = `${stateDir}/guarded/${client.name}`;
  const everywhere = eventsOf(asked, config);
  try {
    keep(`${guarded}/user`, '*', everywhere);
    if (isOutside !== true)
      keep(`${guarded}/${contentDigest(projectDir)}`, projectDir, index.critical);
    else
      keep(
        `${stateDir}/outside/${client.name}`,
        [home, env['CODEX_HOME'], env['CLAUDE_CONFIG_DIR'], env['HOOKLOOM_HOOK_FILES']].join(':'),
        index.idle === null ? config.seen.map(({ path: file }) => file) : [],
        { isFresh: true },
      );
  } catch {
    // The next event that loads the engine writes them.
  }
}

/** Native events that a guard of the user covers, whatever the project. */
function eventsOf({ client }: Asked, { handlers }: LoadedConfig): string[] {
  const types = new Set(
    handlers
      .filter(({ critical, dialect, source }) => {
        const { layer } = source.file;
        const isOwn = layer !== 'project' && layer !== 'local';
        return critical && isOwn && !client.runsItself.includes(dialect);
      })
      .map(({ type }) => type),
  );
  return Object.entries(client.capabilities.events).flatMap(([name, { type, also = [] }]) =>
    [type, ...also].some((one) => types.has(one)) ? [name] : [],
  );
}

/** Deletes a file without lines. Omits a value with a line break. */
function keep(
  file: string,
  head: string,
  lines: readonly string[],
  { isFresh = false } = {},
): void {
  const isUsable = lines.length > 0 && ![head, ...lines].some((line) => /[\r\n]/.test(line));
  if (!isUsable) {
    if (fs.existsSync(file)) fs.rmSync(file, { force: true });
    return;
  }
  const text = `${[head, ...lines].join('\n')}\n`;
  if (!isFresh && fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return;
  fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const temporary = `${file}.${process.pid}.tmp`;
  fs.writeFileSync(temporary, text, { mode: 0o600 });
  fs.renameSync(temporary, file);
}
