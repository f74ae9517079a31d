/** Indexed files: their content is found at its lines, and a changed file retires its earlier content. */
import { isJsonObject, type JsonObject } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import {
  bound,
  document,
  factEvent,
  sentence,
  textOf,
  type EdgeDraft,
  type Extracted,
  type Extractor,
} from './extracted.ts';

const NAME_CHARS = 300;

const file = (path: string) => ({ type: 'code_file', name: bound(path, NAME_CHARS) });
const symbol = (path: string, name: string) => ({
  type: 'code_symbol',
  name: bound(`${path}#${name}`, NAME_CHARS),
});

/** A file is added, changes or is removed: everything indexed from it before is retired. */
export const sourceSeen: Extractor = ({ payload, type, timestamp }) => {
  const path = textOf(payload, 'path');
  if (path === '') return {};
  const key = { type: 'source', name: bound(path, NAME_CHARS) };
  if (type === 'source.deleted') return { retire: [path], invalidate: [{ ...key, at: timestamp }] };
  const content = sentence(`Source ${path} (${textOf(payload, 'kind')})`);
  return {
    retire: [path],
    // Not searchable itself: the content of the file is in its parts.
    document: { ...document(content, {}, 'document'), searched: '', ...from(path) },
    facts: [
      {
        ...key,
        content,
        properties: pick(payload, ['blob', 'kind', 'bytes', 'lines', 'max_lines']),
        authority: 'observed',
      },
    ],
  };
};

export const documentIndexed: Extractor = ({ payload }) => {
  const content = textOf(payload, 'content');
  if (content === '') return {};
  const path = textOf(payload, 'path');
  const heading = textOf(payload, 'heading');
  return {
    document: {
      ...document(content, placed(payload), 'document'),
      // A heading names the subject of its lines, and a path the purpose of its document.
      searched: [path, heading, content].filter((part) => part !== '').join('\n'),
      ...from(path),
    },
  };
};

export const codeFileIndexed: Extractor = (event) => {
  const { payload } = event;
  const path = textOf(payload, 'path');
  const symbols = listOf(payload['symbols']);
  const content = sentence(
    `File ${path} (${textOf(payload, 'language')})`,
    textOf(payload, 'summary'),
    symbols.length > 0 ? `Declares: ${symbols.join(', ')}` : '',
  );
  return {
    ...factEvent(event, 'indexed_code_file', {
      ...file(path),
      content,
      properties: { ...pick(payload, ['blob', 'language', 'lines']), ...lineCitation(payload) },
      authority: 'observed',
    }),
    document: { ...document(content, placed(payload), 'document'), ...from(path) },
  };
};

export const codeSymbolIndexed: Extractor = ({ payload }) => {
  const path = textOf(payload, 'path');
  const name = textOf(payload, 'name');
  const lines = `${textOf(payload, 'line_start')}-${textOf(payload, 'line_end')}`;
  const doc = textOf(payload, 'doc');
  const signature = textOf(payload, 'signature');
  const content = sentence(
    `${textOf(payload, 'kind')} ${name} in ${path}:${lines}`,
    doc,
    signature,
  );
  const body = textOf(payload, 'content');
  return {
    document: {
      ...document(body === '' ? content : body, { ...placed(payload), symbol: name }, 'document'),
      searched: [path, name, doc, body].join('\n'),
      ...from(path),
    },
    facts: [
      {
        ...symbol(path, name),
        content,
        properties: {
          ...pick(payload, ['kind', 'line_start', 'line_end', 'hash', 'path']),
          ...lineCitation(payload),
        },
        authority: 'observed',
      },
    ],
    edges: [{ source: file(path), relation: 'defines_symbol', target: symbol(path, name) }],
  };
};

/** Imports, dependencies, calls and tests are relations without text. */
export const codeRelations: Extractor = ({ type, payload }) => {
  const path = textOf(payload, 'path');
  return { edges: (RELATIONS[type]?.(path, payload) ?? []).slice(0, MAX_EDGES) };
};

const MAX_EDGES = 500;

const RELATIONS: Record<string, (path: string, payload: JsonObject) => EdgeDraft[]> = {
  'code.import.indexed': (path, payload) =>
    listOf(payload['modules'] ?? payload['module']).map((name) => ({
      source: file(path),
      relation: 'imports',
      target: { type: 'code_import', name: bound(name, NAME_CHARS) },
    })),
  'code.dependency.indexed': (path, payload) =>
    listOf(payload['depends_on']).map((other) => ({
      source: file(path),
      relation: 'depends_on_file',
      target: file(other),
    })),
  'code.call.indexed': (path, payload) =>
    objectsOf(payload['calls']).map((call) => ({
      source: symbol(path, textOf(call, 'caller')),
      relation: 'calls_symbol',
      target: symbol(textOf(call, 'callee_path') || path, textOf(call, 'callee')),
    })),
  'code.coverage.indexed': (path, payload) =>
    objectsOf(payload['tests']).map((one) => ({
      source: file(path),
      relation: 'tests_symbol',
      target: symbol(textOf(one, 'path'), textOf(one, 'name')),
    })),
};

function placed(payload: StoredEvent['payload']): JsonObject {
  return {
    ...pick(payload, ['path', 'line_start', 'line_end', 'heading', 'language', 'blob']),
    ...lineCitation(payload),
  };
}

/** `file://docs/store.md:12`: where a person opens the source of the row. */
function lineCitation(payload: StoredEvent['payload']): JsonObject {
  const path = textOf(payload, 'path');
  if (path === '') return {};
  return { source_citation: `file://${path}:${textOf(payload, 'line_start') || '1'}` };
}

function from(path: string): Pick<NonNullable<Extracted['document']>, 'source'> {
  return path === '' ? {} : { source: path };
}

function listOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(
    (one): one is string => typeof one === 'string',
  );
}

function objectsOf(value: unknown): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function pick(payload: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => (payload[key] === undefined ? [] : [[key, payload[key]]])),
  );
}
