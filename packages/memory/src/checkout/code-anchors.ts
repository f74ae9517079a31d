/**
 * Checks the files that a row cites when the row is served, because they may have changed since. You can rely only on
 * content that was checked against the repository now.
 */
import type { FileNow, WorkspaceFiles } from './request.ts';
import { isJsonObject, sha256Hex, type JsonObject } from '@hookloom/core';
import { languageOf } from '../sources/languages.ts';
import { readCode } from '../sources/read-code.ts';
import { foldText } from '../shown/clean-text.ts';
import type { PlacedWorkingSetItem } from '../shown/citation-check.ts';
import type { Row, Selection } from './select.ts';

export type StaleReason = 'file_missing' | 'file_changed' | 'symbol_missing' | 'symbol_changed';

export interface CodeAnchors {
  /** Number of files that were checked. */
  checked: number;
  /** Files that were not checked: more or larger than the limits of one answer, or outside the workspace. */
  unchecked: number;
  /** Number of stale rows that would have been facts. */
  withdrawn: number;
  stale: { citation: string | null; path: string; reason: StaleReason }[];
}

interface Anchor {
  path: string;
  blob?: string;
  symbol?: string;
  symbolHash?: string;
}

/** Limit of the rows listed in `stale`. A warning counts all facts. */
const MAX_NAMED = 20;
const MAX_FILES = 24;
const MAX_ANCHORS_OF_ROW = 8;
const PATH_CHARS = 200;

/**
 * Moves rows whose files have changed from the facts to stale evidence. Items of the working set stay and are marked as
 * stale, because the work may continue with them.
 */
export function checkAnchors(
  selection: Selection,
  workingSet: readonly PlacedWorkingSetItem[],
  files: WorkspaceFiles,
) {
  const anchors: CodeAnchors = { checked: 0, unchecked: 0, withdrawn: 0, stale: [] };
  const seen = new Map<string, FileNow>();
  let read = 0;
  const look = (path: string): FileNow => {
    const known = seen.get(path);
    if (known !== undefined) return known;
    const now: FileNow = read++ < MAX_FILES ? files.read(path) : { state: 'unknown' };
    seen.set(path, now);
    return now;
  };
  const fresh = (row: Anchored & { citation: string | null }): boolean => {
    for (const anchor of anchorsOf(row)) {
      const reason = whyStale(anchor, look(anchor.path));
      if (reason === null) continue;
      const path = foldText(anchor.path).slice(0, PATH_CHARS);
      // The same event may be a row and an item.
      if (anchors.stale.some((entry) => entry.citation === row.citation && entry.path === path))
        return false;
      if (anchors.stale.length < MAX_NAMED)
        anchors.stale.push({ citation: row.citation, path, reason });
      return false;
    }
    return true;
  };
  const stale = (row: Row): Row => ({ ...row, stale: true });
  const isFresh = new Map(
    [...selection.facts, ...selection.reported, ...selection.more].map((row) => [row, fresh(row)]),
  );
  const items = workingSet.map((item) => {
    const { properties = {}, entityType = null, entityName = null, citation } = item;
    const isStale = !fresh({ properties, entityType, entityName, citation });
    return isStale ? { ...item, stale: true } : item;
  });
  const states = [...seen.values()].map(({ state }) => state);
  anchors.unchecked = states.filter((state) => state === 'unknown').length;
  anchors.checked = states.length - anchors.unchecked;
  const facts = selection.facts.filter((row) => isFresh.get(row));
  const withdrawn = (row: Row): Row => ({ ...stale(row), role: 'evidence' });
  const gone = selection.facts.filter((row) => !isFresh.get(row)).map(withdrawn);
  anchors.withdrawn = gone.length;
  const reported = selection.reported.map((row) => (isFresh.get(row) ? row : stale(row)));
  const more = selection.more.map((row) => (isFresh.get(row) ? row : withdrawn(row)));
  return {
    selection: { ...selection, facts, reported: [...gone, ...reported], more },
    workingSet: items,
    anchors,
  };
}

/** @param named The key in the answer that lists them. */
export function anchorWarnings(withdrawn: number, named: string): string[] {
  if (withdrawn === 0) return [];
  return [
    `${withdrawn} ${withdrawn === 1 ? 'fact rests on a file that has' : 'facts rest on files that have'} changed since; see ${named}.`,
  ];
}

type Anchored = Pick<Row, 'properties' | 'entityType' | 'entityName'>;

/** The anchors that the recorded event names. */
function anchorsOf({ properties, entityType, entityName }: Anchored): Anchor[] {
  const { anchors, path, blob, hash, operation } = properties;
  if (Array.isArray(anchors))
    return anchors
      .slice(0, MAX_ANCHORS_OF_ROW)
      .flatMap((item) => (isJsonObject(item) ? anchorOf(item) : []));
  if (entityType === 'file_edit' && entityName !== null)
    return typeof operation === 'string' && /delet|remov/.test(operation)
      ? []
      : [{ path: entityName }];
  if (entityType === 'code_file' && entityName !== null)
    return anchorOf({ path: entityName, ...(blob !== undefined && { blob }) });
  if (entityType === 'code_symbol' && typeof path === 'string') {
    const symbol = entityName?.slice(path.length + 1) ?? '';
    return anchorOf({ path, symbol, ...(hash !== undefined && { symbol_hash: hash }) });
  }
  // A part of an indexed document.
  if (typeof path === 'string' && typeof blob === 'string') return [{ path, blob }];
  return [];
}

function anchorOf({ path, blob, symbol, symbol_hash }: JsonObject): Anchor[] {
  if (typeof path !== 'string' || path === '') return [];
  return [
    {
      path,
      ...(typeof blob === 'string' && { blob }),
      ...(typeof symbol === 'string' && { symbol }),
      ...(typeof symbol_hash === 'string' && { symbolHash: symbol_hash }),
    },
  ];
}

function whyStale(
  { path, blob, symbol, symbolHash: recorded }: Anchor,
  now: FileNow,
): StaleReason | null {
  if (now.state === 'missing') return 'file_missing';
  if (now.state !== 'found' || now.blob === blob) return null;
  // If a declaration is named, only the declaration counts, and the rest of its file may change.
  if (symbol !== undefined && recorded !== undefined && languageOf(path)) {
    const hashes = symbolHashes(path, symbol, now.text);
    if (hashes.length === 0) return 'symbol_missing';
    return hashes.includes(recorded) ? null : 'symbol_changed';
  }
  return blob === undefined ? null : 'file_changed';
}

/** The hash of what the file declares under this name, or null. The first one counts if there are several. */
export function symbolHash(path: string, symbol: string, text: string): string | null {
  return symbolHashes(path, symbol, text)[0] ?? null;
}

function symbolHashes(path: string, symbol: string, text: string): string[] {
  const language = languageOf(path);
  if (!language) return [];
  return readCode(text, language)
    .symbols.filter(({ name }) => name === symbol)
    .map(({ content }) => `sha256:${sha256Hex(content)}`);
}
