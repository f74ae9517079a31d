/**
 * Finds our entries in the files that a client reads: hook handlers, MCP server, Codex's trust and capture config. The
 * files are parsed, never searched: a comment or an unrelated string is not an installation. Pure except for the given
 * reader.
 */
import path from 'node:path';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import {
  CODEX_CAPTURE_FILE,
  readCodexCaptureConfig,
  type CodexCaptureConfig,
} from '../clients/codex/capture-config.ts';
import type { SettingsOfFile, SwitchedOff } from '../clients/client.ts';
import { stateDirPath } from '@hookloom/core/settings';
import { codexHooksOff, codexSwitch, codexTrust, type CodexTrust } from './codex-trust.ts';
import { foundHooks, ownHandlers, type FoundHooks, type OwnHandler } from './own-handlers.ts';
import { ownServers, serversIn, type FoundServer } from './own-servers.ts';
import { PLACES, type Place, type Program } from './places.ts';
import { readSettingsText, type ParseYaml, type SettingsFormat } from './settings-text.ts';
import { connectable, isConnectable } from '../clients/index.ts';

/** The file's text, null if there is none. */
export type ReadText = (file: string) => string | null;

export interface MalformedFile {
  file: string;
  reason: string;
}

export interface ClientFiles {
  program: Program;
  hooks: FoundHooks[];
  /** The user's own files with entries for folders below a project: they connect nothing by themselves. */
  fallback: string[];
  servers: FoundServer[];
  /** Our plugin, if settings enable it: the files that do. */
  plugins: string[];
  /** Files that the client cannot read either: nothing in them runs. */
  malformed: MalformedFile[];
  /** All hooks are switched off: the file and the setting. */
  off: MalformedFile[];
  /** Codex only; null if it has no hooks of ours. */
  trust: CodexTrust | null;
  /** Codex only: the capture config of this workspace. */
  capture: { file: string; config: CodexCaptureConfig } | null;
}

/**
 * Reads every file that the program reads.
 *
 * @example inspectProgram('cursor', place, read).hooks
 * // → [{ file: '/p/.cursor/hooks.json', events: ['sessionStart', …], command: …, transport: 'node', injection: 'session', … }]
 */
export function inspectProgram(
  program: Program,
  place: Place,
  read: ReadText,
  parseYaml?: ParseYaml,
): ClientFiles {
  const found: ClientFiles = {
    program,
    hooks: [],
    fallback: [],
    servers: [],
    plugins: [],
    malformed: [],
    off: [],
    trust: null,
    capture: null,
  };
  const values = new Map<string, JsonObject | null>();
  const settingsOf = (file: string, format: SettingsFormat): JsonObject | null => {
    const known = values.get(file);
    if (known !== undefined) return known;
    const text = read(file);
    const result = text === null ? null : readSettingsText(text, format, parseYaml);
    if (result?.ok === false) found.malformed.push({ file, reason: result.reason });
    const settings = result?.ok === true ? result.settings : null;
    values.set(file, settings);
    return settings;
  };

  const handlers = new Map<string, OwnHandler[]>();
  const nearestFirst: SettingsOfFile[] = [];
  let fallback: [file: string, all: OwnHandler[]] | null = null;
  for (const { file, format } of hookFilesOf(program, place)) {
    const settings = settingsOf(file, format);
    if (settings === null) continue;
    nearestFirst.push({ file, settings });
    const all = ownHandlers(settings['hooks']).filter((handler) => wouldRun(program, handler));
    const own = all.filter((handler) => !handler.found.isFallback);
    if (own.length < all.length) {
      found.fallback.push(file);
      fallback = [file, all];
    }
    if (own.length > 0) handlers.set(file, own);
    found.hooks.push(...foundHooks(file, own));
  }
  // The user's own settings are all that connects a project that was enabled.
  if (handlers.size === 0 && fallback !== null && isEnabled(program, place, read)) {
    handlers.set(...fallback);
    found.hooks.push(...foundHooks(...fallback));
  }
  found.plugins.push(...pluginFiles(program, nearestFirst));
  const switches = (PLACES[program].switchFiles?.(place) ?? []).flatMap(
    (file): SettingsOfFile[] => {
      const settings = settingsOf(file, 'json');
      return settings === null ? [] : [{ file, settings }];
    },
  );
  const off = switchedOff(program, [...nearestFirst, ...switches]);
  if (off !== null) found.off.push(off);
  for (const mcp of onceEach(PLACES[program].mcpFiles(place))) {
    const settings = settingsOf(mcp.file, mcp.format);
    if (settings === null) continue;
    found.servers.push(...ownServers(settings, mcp));
    // Claude Code also stores servers of one project in the user's file.
    const projects = program === 'claude-code' ? settings['projects'] : undefined;
    const project = isJsonObject(projects) ? projects[place.root] : undefined;
    if (isJsonObject(project)) found.servers.push(...serversIn(project['mcpServers'], mcp));
  }
  if (program === 'codex') readCodex(found, { place, read, handlers, settingsOf });
  return found;
}

/** See `core/config/enabled`; with the reader of this file. */
function isEnabled(program: Program, { root, env, home }: Place, read: ReadText): boolean {
  const id = /"id": "(project-[0-9a-f]{16})"/.exec(
    read(path.join(root, '.eventloom', 'project.json')) ?? '',
  )?.[1];
  if (id === undefined) return false;
  const mark = read(path.join(stateDirPath({ HOME: home, ...env }), 'enabled', id)) ?? '';
  return mark.includes(`hook ${program} `);
}

interface CodexReading {
  place: Place;
  read: ReadText;
  handlers: ReadonlyMap<string, OwnHandler[]>;
  settingsOf(file: string, format: SettingsFormat): JsonObject | null;
}

function readCodex(found: ClientFiles, { place, read, handlers, settingsOf }: CodexReading): void {
  const config = settingsOf(codexConfigFile(place), 'toml') ?? {};
  const ofProject = settingsOf(path.join(place.root, '.codex', 'config.toml'), 'toml') ?? {};
  for (const [file, own] of handlers) {
    const off = codexHooksOff(config, file, place.root) ?? codexSwitch(ofProject);
    const trust = codexTrust(config, file, own);
    const now: CodexTrust = off === null ? trust : { ...trust, state: 'off', reason: off };
    if (found.trust === null || (found.trust.state === 'trusted' && now.state !== 'trusted'))
      found.trust = now;
  }
  const file = path.join(place.root, CODEX_CAPTURE_FILE);
  const text = read(file);
  const capture = text === null ? null : readCodexCaptureConfig(text, place);
  if (capture !== null) found.capture = { file, config: capture };
  else if (text !== null)
    found.malformed.push({ file, reason: 'it is not a capture config of this workspace' });
}

function codexConfigFile(place: Place): string {
  return PLACES.codex.mcpFiles(place).find(({ scope }) => scope === 'user')!.file;
}

/** Codex reads hooks from its config.toml too. */
function hookFilesOf(program: Program, place: Place): { file: string; format: SettingsFormat }[] {
  const files = PLACES[program].hookFiles(place).map((file) => ({ file, format: 'json' as const }));
  if (program !== 'codex') return onceEach(files);
  const tables = PLACES.codex.mcpFiles(place);
  return onceEach([...files, ...tables.map(({ file }) => ({ file, format: 'toml' as const }))]);
}

/** In the home folder, project and user settings are the same file. */
function onceEach<T extends { file: string }>(files: readonly T[]): T[] {
  return files.filter(({ file }, at) => files.findIndex((one) => one.file === file) === at);
}

/** An unknown event is skipped without a message, as is a handler in the wrong place. */
function wouldRun(program: Program, { event, handler, isFlat }: OwnHandler): boolean {
  if (!isConnectable(program)) return false;
  const { capabilities, install } = connectable(program);
  if (!Object.hasOwn(capabilities.events, event)) return false;
  return install.isGrouped !== true || (!isFlat && typeof handler['type'] === 'string');
}

/** The setting that turns all of our hooks off, and its file. */
export function switchedOff(
  program: Program,
  files: readonly SettingsOfFile[],
): SwitchedOff | null {
  return isConnectable(program)
    ? (connectable(program).install.switchedOff?.(files) ?? null)
    : null;
}

/** The files that switch our plugin on, unless a nearer one switches it off. */
function pluginFiles(program: Program, files: readonly SettingsOfFile[]): string[] {
  const plugins = isConnectable(program) ? connectable(program).install.plugins : undefined;
  const decided = new Set<string>();
  const enabling: string[] = [];
  for (const { file, settings } of files)
    for (const [name, isOn] of plugins?.(settings) ?? []) {
      if (!/^hookloom(@|$)/.test(name) || decided.has(name)) continue;
      decided.add(name);
      if (isOn && !enabling.includes(file)) enabling.push(file);
    }
  return enabling;
}
