/**
 * Our entries in the user's own settings of a client, which exit at once unless a session needs them. Claude Code and
 * Gemini CLI read a project's settings only in the folder that they start in, and no client finds those of a project in
 * its git worktrees.
 */
import { isDeepStrictEqual } from 'node:util';
import type { JsonValue } from '@hookloom/core';
import { connectable, PLACES, type Connectable } from '@hookloom/hooks/clients';
import { clientCommand } from '../client-command.ts';
import { ourHookEntries, type HookEntry } from '../hook-entries.ts';
import { hooksPart, inJson } from '../hooks-part.ts';
import { hookCommand, type OwnFiles } from '../own-files.ts';
import type { PartRequest } from '../part-request.ts';
import { updateEntries } from '../registration/update-entries.ts';
import { hookSettingsOf } from './hooks-of.ts';
import type { ConnectRequest } from './request.ts';

/** Empty if the project's settings are the user's own, or the hooks go to a file elsewhere. */
export function fallbackParts(request: ConnectRequest, client: Connectable): PartRequest[] {
  if (connectable(client).install.hasFallback !== true) return [];
  const { place, hookOutput, files } = request;
  const [own, user] = [PLACES[client].hookFiles(place)[0], PLACES[client].hookFiles(place).at(-1)];
  if (!request.hooks || hookOutput !== undefined || user === undefined || own === user) return [];
  const direct = clientCommand(request, client);
  const command = fallbackCommand(files, client, place.platform);
  // With injection: the hook program adds no context if the project does not use it.
  const whole = hookSettingsOf({ ...request, transport: 'node', injection: 'prompt' }, client);
  const entries = whole.entries.map(([event, entry]): HookEntry => [
    event,
    JSON.parse(JSON.stringify(entry).replace(inJson(direct), () => inJson(command))) as JsonValue,
  ]);
  const isIn = (there: readonly HookEntry[], [event, entry]: HookEntry): boolean =>
    there.some(([name, one]) => name === event && isDeepStrictEqual(one, entry));
  return [
    {
      ...hooksPart(user, { client, entries }),
      purpose: request.user
        ? 'record what the agent does, in every project that you enable'
        : 'record sessions that start in a subfolder or a git worktree of a connected project',
      holds: (text) => {
        const there = ourHookEntries(text);
        if (there.length === 0) return 'nothing';
        // Entries without the flag were added by hand and run everywhere, so they stay unchanged.
        if (!there.some(([, entry]) => JSON.stringify(entry).includes('--fallback ')))
          return 'wanted';
        return entries.every((entry) => isIn(there, entry)) ? 'wanted' : 'outdated';
      },
      // Other projects may need events that this one does not.
      update: (text) => {
        const others = ourHookEntries(text).filter(
          ([event]) => !entries.some(([name]) => name === event),
        );
        return updateEntries(user, text, { client, entries: [...entries, ...others] });
      },
    },
  ];
}

/** This is the first argument because the launcher reads it before it starts Node. */
function fallbackCommand(files: OwnFiles, client: Connectable, platform: NodeJS.Platform): string {
  return platform === 'win32'
    ? hookCommand(files, ['hook', client, '--fallback', 'yes'], platform)
    : hookCommand(files, ['--fallback', 'hook', client], platform);
}
