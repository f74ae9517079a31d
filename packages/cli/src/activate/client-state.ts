/** Which of our entries a client would load here, according to its own files. */
import fs from 'node:fs';
import path from 'node:path';
import { attempt, type JsonObject } from '@hookloom/core';
import { inspectProgram, PLACES, readSettingsText, type Place } from '@hookloom/hooks/clients';
import type { ActivateClient } from './start-command.ts';

/** Settings of clients are small; a larger file is not a settings file. */
const MAX_BYTES = 4 * 1024 * 1024;

export interface ClientState {
  /** Whether our hooks would run. */
  hooks: 'run' | 'none' | 'off' | 'untrusted';
  server: boolean;
  /** Whether a Codex user has their own instructions for every session, or the file cannot be read. */
  ownInstructions: boolean;
}

export function clientStateOf(client: ActivateClient, place: Place): ClientState {
  const found = inspectProgram(client, place, readFile);
  const codex = client === 'codex' ? codexFiles(place) : [];
  const plugin = found.plugins.length > 0;
  return {
    hooks: hooksOf(),
    server: plugin || found.servers.length > 0,
    ownInstructions: codex.some((file) => file === null || 'developer_instructions' in file),
  };

  function hooksOf(): ClientState['hooks'] {
    if (found.off.length > 0) return 'off';
    if (plugin) return 'run';
    if (found.hooks.length === 0) return 'none';
    if (found.trust === null || found.trust.state === 'trusted') return 'run';
    return found.trust.state === 'off' ? 'off' : 'untrusted';
  }
}

/** Null for a file that cannot be read or parsed. */
function codexFiles(place: Place): (JsonObject | null)[] {
  return PLACES.codex.mcpFiles(place).flatMap(({ file }) => {
    const text = readFile(file);
    if (text === null) return [];
    const read = readSettingsText(text, 'toml');
    return [read.ok ? read.settings : null];
  });
}

function readFile(file: string): string | null {
  return attempt(() => {
    const real = fs.statSync(path.resolve(file));
    return real.isFile() && real.size <= MAX_BYTES ? fs.readFileSync(file, 'utf8') : null;
  });
}
