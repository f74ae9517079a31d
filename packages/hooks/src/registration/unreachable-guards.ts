/** Critical hooks that a client's own settings disable: they stop our hook as well, so nothing can refuse a call. */
import type { ClientName } from '@hookloom/core/hook';
import { readFileText } from '../found/settings-text.ts';
import { CLIENTS } from '../clients/index.ts';
import { loadConfig } from '../engine/load.ts';
import { isOwnCommand } from '../found/own-command.ts';
import { configFiles, type SourceRequest } from '../engine/sources.ts';
import { placeOf } from '../engine/telemetry.ts';
import { readRegistration } from './read-registration.ts';

/**
 * @param clients Those whose settings are read; unconnected ones are omitted.
 * @example unreachableGuards({ projectDir: '/p', home: '/h', env: {} }, ['claude-code'])
 * // → [{ client: 'claude-code', reason: 'disableAllHooks is true in /p/.claude/settings.json', guards:
 * ['~/.hookloom/hooks.toml:1'] }]
 */
export function unreachableGuards(
  request: SourceRequest,
  clients: readonly Exclude<ClientName, 'generic'>[],
) {
  const { projectDir, home, env } = request;
  const place = { root: projectDir, home: home ?? projectDir, env, platform: process.platform };
  const blocked = clients.flatMap((client) => {
    const { files, blocked: reason } = readRegistration(client, place, readFileText);
    return files.length > 0 && reason !== null ? [{ client, reason }] : [];
  });
  if (blocked.length === 0) return [];
  const critical = loadConfig(configFiles(request)).handlers.filter(
    (handler) => handler.critical && !isOwnCommand(handler),
  );
  return blocked.flatMap(({ client, reason }) => {
    const guards = critical
      .filter(({ dialect }) => !CLIENTS[client].runsItself.includes(dialect))
      .map(({ source }) => placeOf(source, { projectDir, home }));
    return guards.length === 0 ? [] : [{ client, reason, guards: [...new Set(guards)] }];
  });
}
