/** Remembers for which events a project has handlers (see `handler-index.ts`). Losing it costs a load of the engine, nothing else. */
import fs from 'node:fs';
import path from 'node:path';
import type { DispatchRequest } from './dispatch.ts';
import { indexFile, type HandlerIndex } from './handler-index.ts';
import type { LoadedConfig } from './load.ts';
import { isOwnCommand } from './plan.ts';

export function writeIndex(request: DispatchRequest, config: LoadedConfig): void {
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
  const isLate = live.some((handler) => handler.async);
  const events = Object.entries(client.capabilities.events).filter(
    ([, { type, also = [], answers }]) =>
      [type, ...also].some((one) => types.has(one)) || (isLate && answers.context !== undefined),
  );
  const guarded = new Set(guards.map(({ type }) => type));
  const index: HandlerIndex = {
    v: 1,
    seen: config.seen.map(({ path: file, stamp }) => [file, stamp]),
    events: events.map(([name]) => name),
    critical: events.flatMap(([name, { type, also = [] }]) =>
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
