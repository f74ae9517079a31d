/** Remembers for which events a project has handlers (see `handler-index.ts`). Losing it costs a load of the engine, nothing else. */
import fs from 'node:fs';
import path from 'node:path';
import type { HookEventType } from '@hookloom/core/hook/event-types';
import type { DispatchRequest } from './dispatch-request.ts';
import { indexFile, type HandlerIndex } from './handler-index.ts';
import type { LoadedConfig } from './load.ts';
import type { Handler } from './handler.ts';
import { isOwnCommand } from './plan.ts';
import type { Trust } from './trust.ts';

/** What an event can turn out to be when its payload is read: Gemini and Codex tell of failures under the same names. */
const TURNS_OUT: Partial<Record<HookEventType, HookEventType[]>> = {
  after_tool: ['tool_failure', 'message_display'],
  after_agent: ['stop_failure'],
};

export function writeIndex(
  request: DispatchRequest,
  config: LoadedConfig,
  trustOf: (handler: Handler) => Trust,
): void {
  const { client, projectDir, stateDir, env } = request;
  const live = config.handlers.filter(
    (handler) =>
      !client.runsItself.includes(handler.dialect) &&
      config.settings.dialects.includes(handler.dialect) &&
      !isOwnCommand(handler),
  );
  const guards = [
    ...live.filter(({ critical }) => critical),
    ...config.files.flatMap((file) => file.blocked),
  ];
  const types = new Set([...live, ...guards].map(({ type }) => type));
  // Turns are counted at prompts, and refused stops are forgiven there.
  if (types.has('after_agent') || types.has('stop')) types.add('before_agent');
  if (config.settings.rewriteEnv && types.has('session_start')) types.add('before_tool');
  // Where hooks wait for a review, a session begins with a word about it (`unreviewed.ts`).
  if (live.some((handler) => trustOf(handler) !== 'trusted')) types.add('session_start');
  const isLate = live.some((handler) => handler.async);
  const known = Object.entries(client.capabilities.events);
  const isIdle = ([, { type, also = [], answers }]: (typeof known)[number]): boolean =>
    ![type, ...also, ...(TURNS_OUT[type] ?? [])].some((one) => types.has(one)) &&
    !(isLate && answers.context !== undefined);
  const guarded = new Set(guards.map(({ type }) => type));
  const index: HandlerIndex = {
    v: 1,
    seen: config.seen.map(({ path: file, stamp }) => [file, stamp]),
    idle: types.size === 0 ? null : known.filter(isIdle).map(([name]) => name),
    critical: known.flatMap(([name, { type, also = [] }]) =>
      [type, ...also].some((one) => guarded.has(one)) ? [name] : [],
    ),
  };
  const file = indexFile(stateDir, client.name, projectDir, env);
  const text = JSON.stringify(index);
  try {
    if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === text) return;
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${process.pid}.tmp`;
    fs.writeFileSync(temporary, text, { mode: 0o600 });
    fs.renameSync(temporary, file);
  } catch {
    // The next hook loads the engine again.
  }
}
