/**
 * Reports critical hooks that a client's settings keep from running. A client that skips our hook still starts this
 * server, which reports that in the log and in its instructions to the model.
 */
import fs from 'node:fs';
import { homeOf, type Workspace } from '@hookloom/core/settings';
import type { ClientName } from '@hookloom/core/hook';
import { PLACES, type Place } from '@hookloom/hooks/clients';
import { appendOrSpool } from '@hookloom/log/append';
import path from 'node:path';
import { attempt } from '@hookloom/core';

type Connectable = Exclude<ClientName, 'generic'>;
type Env = Record<string, string | undefined>;

/** A part of every setting that disables hooks. Settings without it are not parsed. */
const MAY_SWITCH = /disableAllHooks|hooksConfig|hooks\s*=\s*false/;
const MAX_BYTES = 1024 * 1024;
const APPEND_MS = 400;

/** @returns A sentence for the instructions; null if every guard can run. Never throws. */
export async function reportUnguarded(workspace: Workspace, env: Env): Promise<string | null> {
  try {
    const home = homeOf(env);
    const projectDir = path.dirname(workspace.eventloomDir);
    const place = { root: projectDir, home: home ?? projectDir, env, platform: process.platform };
    const clients = clientsOf(env).filter((client) => mayBeOff(client, place));
    if (clients.length === 0) return null;
    const { unreachableGuards } = await import('@hookloom/hooks/clients');
    const found = unreachableGuards({ projectDir, home, env }, clients);
    if (found.length === 0) return null;
    const details = found.map(
      ({ client, reason, guards }) =>
        `${client} starts no hooks (${reason}): ${guards.join(', ')} cannot refuse anything.`,
    );
    record(workspace, details);
    return `Critical guards of this project do not run. Tell the user before you use a tool: ${details.join(' ')}`;
  } catch {
    return null;
  }
}

/** Recognised by the variables that clients set for their servers. All clients if there are none. */
function clientsOf(env: Env): Connectable[] {
  if (env['CLAUDECODE'] !== undefined || env['CLAUDE_CODE_SESSION_ID'] !== undefined)
    return ['claude-code'];
  if (env['GEMINI_CLI'] !== undefined) return ['gemini'];
  const isCopilot = Object.keys(env).some((name) => name.startsWith('COPILOT_'));
  return isCopilot ? ['copilot'] : ['codex', 'copilot'];
}

function mayBeOff(client: Connectable, place: Place): boolean {
  const { hookFiles, mcpFiles } = PLACES[client];
  const files = [...hookFiles(place), ...mcpFiles(place).map(({ file }) => file)];
  files.push(...(PLACES[client].switchFiles?.(place) ?? []));
  return files.some((file) => {
    return attempt(
      () => fs.statSync(file).size <= MAX_BYTES && MAY_SWITCH.test(fs.readFileSync(file, 'utf8')),
      false,
    );
  });
}

function record({ eventloomDir, session }: Workspace, details: readonly string[]): void {
  appendOrSpool({
    dir: eventloomDir,
    session,
    deadline: Date.now() + APPEND_MS,
    events: details.map((detail) => ({
      type: 'hook.guard.reported',
      actorId: 'zaxy',
      payload: { kind: 'switched_off', refused: false, critical: true, detail, source: 'mcp' },
      origin: { channel: 'system' },
    })),
  });
}
