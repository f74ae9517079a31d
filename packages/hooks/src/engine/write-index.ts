/**
 * Remembers for which events a project has handlers: for the hook (see `handler-index.ts`), and as marks for the launcher.
 * Losing it costs only one load of the engine.
 */
import { replaceFile } from '@hookloom/core';
import fs from 'node:fs';
import { type HookEventType, contentDigest } from '@hookloom/core/hook';
import type { DispatchRequest } from './dispatch-request.ts';
import { indexFile, OUTSIDE, type HandlerIndex } from './handler-index.ts';
import { stampOf, type LoadedConfig } from './load.ts';
import type { Handler, HandlerSource } from './handler.ts';
import { isOwnCommand } from '../found/own-command.ts';
import { isAnnouncing } from './protect/messages.ts';
import { guardsInForce, PROTECTION_EVENTS } from './protect/guards-in-force.ts';
import { watchList } from './protect/watched-files.ts';
import { renderRefusal } from './refusal-texts.ts';
import { isOwned } from './review/reviewed-scope.ts';
import { recordFiles } from './review/record-paths.ts';
import type { Reviews } from './review/reviews.ts';
import { hasNews } from './review/report-reviews.ts';
import { placeOf } from './telemetry.ts';

/**
 * What an event may turn out to be once its payload is parsed: Gemini and Codex report failures under the same names.
 */
const TURNS_OUT: Partial<Record<HookEventType, HookEventType[]>> = {
  after_tool: ['tool_failure', 'message_display'],
  after_agent: ['stop_failure'],
};

/** The parts of a request that matter here, without the event. */
export type IndexRequest = Omit<DispatchRequest, 'event' | 'detach'>;

export function writeIndex(request: IndexRequest, config: LoadedConfig, reviews: Reviews | null) {
  const { client, stateDir, env } = request;
  const projectDir = request.isOutside === true ? OUTSIDE : request.projectDir;
  const live = config.handlers.filter(
    (handler) =>
      !client.runsItself.includes(handler.dialect) &&
      !isOwnCommand(handler) &&
      (handler.critical || (reviews?.offBy(handler) ?? null) === null),
  );
  const guards = guardsOf(request, config, live, reviews);
  const timed = [...live, ...(reviews?.recordedGuards() ?? [])];
  const types = new Set([...live, ...guards].map(({ type }) => type));
  // Prompts count turns and reset refused stops.
  if (types.has('after_agent') || types.has('stop')) types.add('before_agent');
  if (config.settings.rewriteEnv && types.has('session_start')) types.add('before_tool');
  // The start of a session reports hooks that are off.
  const standing = {
    config,
    client,
    trustProject: request.trustProject === true,
    placeOf: (source: HandlerSource) => placeOf(source, request),
  };
  if (reviews !== null && hasNews({ ...standing, reviews })) types.add('session_start');
  if (reviews !== null && guardsInForce(reviews))
    for (const type of PROTECTION_EVENTS) types.add(type);
  const isLate = live.some((handler) => handler.async);
  const known = Object.entries(client.capabilities.events);
  const isIdle = ([, { type, also = [], answers }]: (typeof known)[number]): boolean =>
    ![type, ...also, ...(TURNS_OUT[type] ?? [])].some((one) => types.has(one)) &&
    !(isLate && answers.context !== undefined);
  const guarded = new Set(guards.map(({ type }) => type));
  const guardedEvents = known.flatMap(
    ([name, { type, also = [] }]): [string, HookEventType[]][] => {
      const types = [type, ...also].filter((one) => guarded.has(one));
      return types.length === 0 ? [] : [[name, types]];
    },
  );
  const index: HandlerIndex = {
    v: 1,
    seen: [
      ...config.seen.map(({ path: file, stamp }): [string, string | null] => [file, stamp]),
      ...[...recordFiles(request), ...watchList(request, reviews).map((watched) => watched.path)]
        .filter((file) => !config.seen.some(({ path: seen }) => seen === file))
        .map((file): [string, string | null] => {
          const stats = fs.statSync(file, { throwIfNoEntry: false });
          return [file, stats === undefined ? null : stampOf(stats)];
        }),
    ],
    idle: isAnnouncing(stateDir, request.projectDir, Date.now())
      ? []
      : types.size === 0
        ? null
        : known.filter(isIdle).map(([name]) => name),
    critical: guardedEvents.map(([name]) => name),
    refusals: Object.fromEntries(
      guardedEvents.flatMap(([name, types]) => {
        const rendered = renderRefusal(client, name, types);
        return rendered === null ? [] : [[name, rendered]];
      }),
    ),
    waits: Object.fromEntries(
      known.flatMap(([name, { type, also = [] }]) => {
        const types = [type, ...also, ...(TURNS_OUT[type] ?? [])];
        const timeouts = timed.flatMap((one) => (types.includes(one.type) ? [one.timeoutMs] : []));
        return timeouts.length === 0 ? [] : [[name, Math.max(...timeouts)]];
      }),
    ),
  };
  writeLauncherMarks(request, config, index);
  const file = indexFile(stateDir, client.name, projectDir, env);
  const text = JSON.stringify(index);
  try {
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return;
    replaceFile(file, text);
  } catch {
    // The next hook loads the engine again.
  }
}

/**
 * All guards that may refuse: existing critical hooks, missing ones, and critical hooks of the user that cannot be
 * compiled.
 */
function guardsOf(
  { client, projectDir, trustProject }: IndexRequest,
  { files }: LoadedConfig,
  live: readonly Handler[],
  reviews: Reviews | null,
): Pick<Handler, 'type' | 'event'>[] {
  const counts = (handler: Handler): boolean =>
    handler.critical &&
    (trustProject === true || reviews?.isUnreviewed(handler) !== true) &&
    reviews?.isOffOnRecord(handler) !== true;
  const broken = files.filter(
    ({ file, blocked }) =>
      blocked.length > 0 &&
      !client.runsItself.includes(file.dialect) &&
      (trustProject === true || isOwned(file, projectDir)),
  );
  return [
    ...live.filter(counts),
    ...(reviews?.recordedGuards() ?? []).filter(
      (guard) =>
        !client.runsItself.includes(guard.dialect) && reviews?.isOffOnRecord(guard) !== true,
    ),
    ...broken.flatMap(({ blocked }) => blocked),
  ];
}

type Asked = Pick<
  DispatchRequest,
  'client' | 'projectDir' | 'isOutside' | 'env' | 'stateDir' | 'home'
>;

/**
 * Writes files for the launcher, which is a shell script. If it finds no Node, it must know which events a critical
 * guard covers. If the user has no hooks outside projects, it need not start Node there. The files are in the private
 * state folder.
 *
 * - `guarded/<client>/<name>`: the project's folder (`*` for every folder), then one native event per line.
 * - `outside/<client>`: the environment that decides which files count, then those files. Valid until one is newer.
 *
 * Never throws: without the marks the launcher starts Node if it can and allows the call if it cannot.
 */
function writeLauncherMarks(asked: Asked, config: LoadedConfig, index: HandlerIndex): void {
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
function keep(file: string, head: string, lines: readonly string[], { isFresh = false } = {}) {
  const isUsable = lines.length > 0 && ![head, ...lines].some((line) => /[\r\n]/.test(line));
  if (!isUsable) {
    if (fs.existsSync(file)) fs.rmSync(file, { force: true });
    return;
  }
  const text = `${[head, ...lines].join('\n')}\n`;
  if (!isFresh && fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return;
  replaceFile(file, text);
}
