/** Our server as a part of one file: whether it is there, and how it is put there so that nothing else changes its meaning. */
import { HookloomError, isHookloomError } from '@hookloom/core/errors';
import type { JsonObject, JsonValue } from '@hookloom/core/json';
import type { PartRequest } from '../part-request.ts';
import { SERVER_NAME } from './entry.ts';
import { isEntry, sameBesides, serverIn } from './format.ts';
import { FORMATS, type FormatName } from './formats.ts';

export interface ServerInFile {
  client: string;
  /** Absolute. */
  file: string;
  format: FormatName;
  /** The table that holds the servers by name: `mcpServers`. */
  key: string;
  entry: JsonObject;
}

/**
 * Its `holds` and `add` throw `conflict` where the file is malformed, and `add` where it is written in a form that nothing
 * can be added to.
 *
 * @example serverInFile({ client: 'codex', file: '/home/dev/.codex/config.toml', format: 'toml', key: 'mcp_servers', entry })
 */
export function serverInFile(request: ServerInFile): PartRequest {
  const { client, file, key, entry } = request;
  const format = FORMATS[request.format];
  return {
    path: file,
    part: 'mcp',
    client,
    purpose: 'give the agent its memory (MCP)',
    keys: [`${key}.${SERVER_NAME}`],
    holds(text) {
      const found = serverIn(format.read(text, file), key);
      if (found === undefined) return 'nothing';
      return isEntry(found, entry) ? 'wanted' : 'other';
    },
    add(before) {
      const added = format.add(before ?? '', file, key, entry);
      assertMeans(request, before ?? '', added.text);
      return { after: added.text, splices: [added.splice] };
    },
    exchange(before) {
      try {
        const exchanged = format.exchange(before, file, key, entry);
        if (exchanged === null) return null;
        assertMeans(request, before, exchanged.text);
        return { after: exchanged.text, splices: [exchanged.splice] };
      } catch (error) {
        if (isHookloomError(error)) return null;
        throw error;
      }
    },
    remember(before) {
      const found = serverIn(format.read(before, file), key);
      const entry = JSON.parse(JSON.stringify(found)) as JsonValue;
      return { theirServer: { key, entry } };
    },
  };
}

/** Throws where the edited text does not mean the old one with our server in it. */
function assertMeans(
  { file, format: name, key, entry }: ServerInFile,
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
