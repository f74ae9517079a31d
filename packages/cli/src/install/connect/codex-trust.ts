/**
 * Writes trust in our hooks to Codex's configuration. Codex runs a project's hook only if the project is trusted and
 * the configuration has the hash of the hook's definition (docs/reference/client-behaviour.md#codex-trust).
 */
import fs from 'node:fs';
import { isJsonObject, sha256Hex, type JsonObject, type JsonValue } from '@hookloom/core';
import {
  parseJsonc,
  PLACES,
  PORTABLE_LAUNCHER,
  trustedHashes,
  type Place,
} from '@hookloom/hooks/clients';
import { blockIn, hashMarks } from '../marked-block.ts';
import { launcherFile } from '../launcher/launcher-part.ts';
import { hookCommand, ownFiles } from '../own-files.ts';
import type { PartState, PartRequest } from '../part-request.ts';
import { addTomlBlock, parseToml } from '../toml-block.ts';

/** One block for each project, because several workspaces have entries in the user's file. */
function blockOf(project: string): string {
  return `codex-trust-${sha256Hex(project).slice(0, 8)}`;
}

/** The entries in the user's own hooks file serve every project. */
const USER_BLOCK = 'codex-trust-user-hooks';

interface Trust {
  block: string;
  /** The real path of the project, as Codex names it. Null for hooks of the user, which need no project. */
  project: string | null;
  hashes: readonly (readonly [key: string, hash: string])[];
}

/** @param hooksText The future content of the hooks file */
export function trustPart(place: Place, hooksFile: string, hooksText: string): PartRequest {
  const path = PLACES.codex.mcpFiles(place)[0]!.file;
  const project = fs.realpathSync(place.root);
  const named = hooksFile.startsWith(place.root)
    ? project + hooksFile.slice(place.root.length)
    : hooksFile;
  const hashes = trustedHashes(named, parseJsonc(hooksText) ?? {}, writtenFor(place));
  return partOf(path, 'trust', { block: blockOf(project), project, hashes });
}

/** The same for our entries in the user's own hooks file. */
export function userTrustPart(place: Place, hooksFile: string, hooksText: string): PartRequest {
  const path = PLACES.codex.mcpFiles(place)[0]!.file;
  const hashes = trustedHashes(hooksFile, parseJsonc(hooksText) ?? {}, writtenFor(place));
  return partOf(path, 'user-trust', { block: USER_BLOCK, project: null, hashes });
}

/**
 * Trusts only a plain call of this installation. Otherwise anyone who can edit a hooks file, such as an agent, could
 * make Codex run any command by putting it before ours.
 */
function writtenFor(place: Place): (command: string) => boolean {
  const { platform } = place;
  const files = ownFiles();
  const launched = { ...files, launcher: launcherFile(place) };
  const calls = [
    hookCommand(launched, ['hook', 'codex'], platform),
    `${PORTABLE_LAUNCHER} hook codex`,
    hookCommand(launched, ['--fallback', 'hook', 'codex'], platform),
    hookCommand({ ...files, launcher: undefined }, ['hook', 'codex'], platform),
  ];
  return (command) => {
    const call = calls.find((one) => command === one || command.startsWith(`${one} `));
    if (call === undefined) return false;
    const more = command.slice(call.length).replaceAll(/'[^']*'/g, '');
    return !/[;&|<>()$`\n\r"\\]/.test(platform === 'win32' ? more.replaceAll(/["\\]/g, '') : more);
  };
}

function partOf(path: string, part: 'trust' | 'user-trust', trust: Trust): PartRequest {
  const { block, project } = trust;
  return {
    path,
    part,
    client: 'codex',
    purpose: 'let Codex run the hooks',
    block,
    keys: [...(project === null ? [] : [`projects."${project}"`]), 'hooks.state'],
    holds: (text) => holdsTrust(parseToml(text, path), text, trust),
    add: (before) =>
      addTomlBlock(path, before, {
        name: block,
        content: trustToml(missingFrom(parseToml(before ?? '', path), trust)),
      }),
  };
}

function holdsTrust(settings: JsonObject, text: string, trust: Trust): PartState {
  const { project, hashes } = missingFrom(settings, trust);
  const state = statesOf(settings);
  const isStale = trust.hashes.some(([key, hash]) => key in state && hashOf(state, key) !== hash);
  const hasBlock = blockIn(text, hashMarks(trust.block)) !== null;
  if (hasBlock && (isStale || hashes.length > 0)) return 'outdated';
  return project === null && hashes.length === 0 ? 'wanted' : 'nothing';
}

/** What the configuration lacks. Only Codex can replace a hash of another definition, except in our own block. */
function missingFrom(settings: JsonObject, trust: Trust) {
  const projects = settings['projects'];
  const { project } = trust;
  const isNamed = project === null || (isJsonObject(projects) && project in projects);
  const state = statesOf(settings);
  return {
    project: isNamed ? null : project,
    hashes: trust.hashes.filter(([key]) => !(key in state)),
  };
}

function statesOf(settings: JsonObject): JsonObject {
  const hooks = settings['hooks'];
  const state = isJsonObject(hooks) ? hooks['state'] : undefined;
  return isJsonObject(state) ? state : {};
}

function hashOf(state: JsonObject, key: string): JsonValue | undefined {
  const entry = state[key];
  return isJsonObject(entry) ? entry['trusted_hash'] : undefined;
}

function trustToml({ project, hashes }: ReturnType<typeof missingFrom>): string {
  const sections = hashes.map(
    ([key, hash]) => `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(hash)}`,
  );
  if (project !== null)
    sections.unshift(`[projects.${JSON.stringify(project)}]\ntrust_level = "trusted"`);
  return sections.join('\n\n');
}
