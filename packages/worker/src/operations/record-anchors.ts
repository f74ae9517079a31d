/** Anchors of an explicit append: a hash of each file at that moment, so that later changes are noticed. */
import {
  invalidRequest,
  isJsonObject,
  type HookloomError,
  type JsonObject,
  type JsonValue,
} from '@hookloom/core';
import { symbolHash } from '@hookloom/memory/checkout';
import { workspaceFiles } from './workspace-files.ts';

const MAX_ANCHORS = 8;
const MAX_TEXT = 20_000;

/** Types whose files are still being worked on. Decisions and finished work stay true when their files change. */
const CHANGES_FILES = /^(decision|task|handoff|goal|plan|file|transcript)\./;
const LINE = /:\d+(?:[-:]\d+)?$/;
const FILE_AND_LINE = /(?<![\w/.-])[\w./-]{1,200}\.\w{1,12}(?=:\d+)/g;

/**
 * Adds the hash of each named file. Without `anchors`, these are the readable files in `files`, in `path` and as
 * `path:line` in a text.
 */
export function anchored(root: string, type: string, payload: JsonObject): JsonObject {
  if (payload['anchors'] !== undefined || CHANGES_FILES.test(type))
    return withAnchors(root, payload);
  const files = workspaceFiles(root);
  const found = namedFiles(payload).flatMap((path): JsonObject[] => {
    const now = files.read(path);
    return now.state === 'found' ? [{ path, blob: now.blob }] : [];
  });
  return found.length === 0 ? payload : { ...payload, anchors: found };
}

function namedFiles(payload: JsonObject): string[] {
  const { files, path } = payload;
  const listed = [path, ...(Array.isArray(files) ? files : [])].flatMap((name) =>
    typeof name === 'string' ? name.replace(LINE, '') : [],
  );
  const said = Object.values(payload).flatMap((value) =>
    typeof value === 'string' ? (value.slice(0, MAX_TEXT).match(FILE_AND_LINE) ?? []) : [],
  );
  return [...new Set([...listed, ...said])].filter((name) => name !== '').slice(0, MAX_ANCHORS);
}

/** Adds the hash of each file in `anchors`. Throws `invalid_request` for a file that cannot be hashed. */
function withAnchors(root: string, payload: JsonObject): JsonObject {
  const { anchors } = payload;
  if (anchors === undefined) return payload;
  if (!Array.isArray(anchors) || anchors.length > MAX_ANCHORS)
    throw refuse(`anchors must be a list of at most ${MAX_ANCHORS} files`);
  const files = workspaceFiles(root);
  const hashed = anchors.map((anchor: JsonValue): JsonValue => {
    if (!isJsonObject(anchor) || typeof anchor['path'] !== 'string')
      throw refuse('every anchor needs a path');
    if (anchor['blob'] !== undefined || anchor['symbol_hash'] !== undefined) return anchor;
    const now = files.read(anchor['path']);
    if (now.state !== 'found') {
      const shown = JSON.stringify(anchor['path'].slice(0, 200));
      throw refuse(`${shown} is no readable text file of this workspace`);
    }
    const { symbol } = anchor;
    if (symbol === undefined) return { ...anchor, blob: now.blob };
    return { ...anchor, blob: now.blob, symbol_hash: hashOf(anchor['path'], symbol, now.text) };
  });
  return { ...payload, anchors: hashed };
}

/** Hashes only the current declaration, so that the rest of its file may change. */
function hashOf(path: string, symbol: JsonValue, text: string): string {
  const hash = typeof symbol === 'string' ? symbolHash(path, symbol, text) : null;
  if (hash !== null) return hash;
  const [shown, file] = [symbol, path].map((said) => JSON.stringify(said).slice(0, 200));
  throw refuse(`${shown} is no declaration of ${file}`);
}

function refuse(what: string): HookloomError {
  return invalidRequest(
    `The payload cannot be anchored: ${what}.`,
    'Name files by their path in the workspace, or leave anchors out.',
  );
}
