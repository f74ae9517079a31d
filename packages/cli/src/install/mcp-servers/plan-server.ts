/** Plans the edit that tells a client about our server, in whatever format the client's file is. Nothing is written. */
import { HookloomError } from '@hookloom/core/errors';
import type { JsonObject } from '@hookloom/core/json';
import { removeSplice, type Splice } from '../json-splice.ts';
import { readManifest, type InstalledFile } from '../manifest.ts';
import type { PlannedFile } from '../plan.ts';
import { readSettings } from '../settings-file.ts';
import { SERVER_NAME } from './entry.ts';
import { isEntry, sameBesides, serverIn } from './format.ts';
import { FORMATS, type FormatName } from './formats.ts';

export interface ServerRequest {
  client: string;
  /** Absolute. */
  file: string;
  format: FormatName;
  /** The table that holds the servers by name: `mcpServers`. */
  key: string;
  entry: JsonObject;
  /** Replace a server of our name that is there and says something else. */
  force?: boolean;
}

export type ServerPlan =
  | { outcome: 'planned'; planned: PlannedFile; added: string }
  /** The file says already what it should. */
  | { outcome: 'unchanged'; path: string };

const PURPOSE = 'give the agent its memory (MCP)';

/**
 * The plan for one file. What `applyPlan` recorded for it before is carried along, so that one record takes all of it
 * out. Throws `conflict` where the file is malformed, has another server of our name and `force` is not set, or is
 * written so that nothing can be added to it.
 *
 * @param onTop A plan for the same file that is done together with this one: hooks and server in one settings file.
 * @example planServer('/home/dev/shop/.eventloom', { client: 'codex', file, format: 'toml', key: 'mcp_servers', entry })
 */
export function planServer(
  eventloomDir: string,
  request: ServerRequest,
  onTop?: PlannedFile,
): ServerPlan {
  const { client, file, key, entry } = request;
  const format = FORMATS[request.format];
  const recorded = readManifest(eventloomDir).files.find(({ path }) => path === file);
  const text = onTop === undefined ? readSettings(file) : onTop.after;
  const found = serverIn(format.read(text ?? '', file), key);
  if (found !== undefined && isEntry(found, entry)) return { outcome: 'unchanged', path: file };
  if (found !== undefined && request.force !== true) {
    throw new HookloomError(
      'conflict',
      `${file} already has a server named ${SERVER_NAME}.`,
      'Pass --force to replace it; other servers are not touched.',
    );
  }
  const start: Start = { text: text ?? '', splices: onTop?.splices ?? recorded?.splices ?? [] };
  const clear = found === undefined ? start : withoutServer(request, start);
  const { text: after, splice } = format.add(clear.text, file, key, entry);
  assertMeans(request, clear.text, after);
  const ours = { ...splice, part: 'mcp' as const, client };
  const edit = { after, splices: [...clear.splices, ours] };
  const planned: PlannedFile =
    onTop === undefined
      ? { path: file, client, purpose: PURPOSE, before: beforeOurs(text, clear, recorded), ...edit }
      : { ...onTop, purpose: `${onTop.purpose}; ${PURPOSE}`, ...edit };
  return { outcome: 'planned', planned, added: splice.text };
}

interface Start {
  text: string;
  /** Earlier edits of ours that still stand in it. */
  splices: Splice[];
}

/** Taken out as it was put in where that is on record, by meaning otherwise. */
function withoutServer(
  { file, format: name, key }: ServerRequest,
  { text, splices }: Start,
): Start {
  const format = FORMATS[name];
  const values = format.read(text, file);
  const isClear = (candidate: string): boolean => {
    try {
      const left = format.read(candidate, file);
      return serverIn(left, key) === undefined && sameBesides(left, values, key);
    } catch {
      return false;
    }
  };
  for (const splice of splices) {
    const candidate = removeSplice(text, splice);
    if (candidate !== null && isClear(candidate))
      return { text: candidate, splices: splices.filter((other) => other !== splice) };
  }
  for (const candidate of format.removals(text, key))
    if (isClear(candidate)) return { text: candidate, splices };
  throw new HookloomError(
    'conflict',
    `${file}: the server named ${SERVER_NAME} cannot be taken out without touching other text.`,
    'Take it out by hand, then run the command again.',
  );
}

/** Throws `conflict` where the edited text does not mean the old one with our server in it. */
export function assertMeans(
  { file, format: name, key, entry }: ServerRequest,
  before: string,
  after: string,
): void {
  const format = FORMATS[name];
  let reason = 'the result would mean something else';
  try {
    const values = format.read(after, file);
    if (
      isEntry(serverIn(values, key), entry) &&
      sameBesides(values, format.read(before, file), key)
    )
      return;
  } catch (error) {
    reason = error instanceof Error ? error.message : reason;
  }
  throw new HookloomError(
    'conflict',
    `${file}: ${key} is written in a form that nothing can be added to (${reason}).`,
    `Write ${key} as a table of its own, or put the printed entry in by hand.`,
  );
}

/** The text to which an uninstall leads back; null where that is no file. */
function beforeOurs(
  text: string | null,
  { text: clear, splices }: Start,
  recorded: InstalledFile | undefined,
): string | null {
  if (recorded === undefined) return text;
  let restored: string | null = clear;
  for (const splice of [...splices].reverse())
    restored = restored === null ? null : removeSplice(restored, splice);
  if (recorded.created && (restored === null || restored.trim() === '')) return null;
  return restored ?? text;
}
