/** Files of the workspace that were indexed: documents, code, and the life of each source. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();
const count = z.number();
const names = z.array(text);

/** `blob` is the SHA-256 of the file's bytes when it was read. */
const source = z.looseObject({
  path: text,
  kind: text,
  blob: text.optional(),
  bytes: count.optional(),
  lines: count.optional(),
});

export const sourceEvents = eventFamily(by('zaxy-indexer', 'operation', 'indexing'), {
  'source.discovered': {
    summary: 'A file was indexed for the first time.',
    schema: source,
    example: {
      path: 'docs/store.md',
      kind: 'documents',
      blob: 'sha256:5e8f…',
      bytes: 812,
      lines: 31,
    },
  },
  'source.changed': {
    summary: 'The content of an indexed file changed. Its earlier content is retired.',
    schema: source.extend({ previous_blob: text.optional() }),
    example: {
      path: 'docs/store.md',
      kind: 'documents',
      blob: 'sha256:77aa…',
      previous_blob: 'sha256:5e8f…',
      bytes: 901,
      lines: 34,
    },
  },
  'source.unchanged': {
    class: 'telemetry',
    summary:
      'An indexed file was checked again and did not change. The product counts these in `projection.updated`.',
    schema: source,
    example: { path: 'docs/store.md', kind: 'documents', blob: 'sha256:77aa…' },
  },
  'source.deleted': {
    summary: 'An indexed file was deleted or is now ignored. Its content is retired.',
    schema: source,
    example: { path: 'docs/old.md', kind: 'documents', blob: 'sha256:0b1c…' },
  },
  'code.file.indexed': {
    summary: 'A code file: its language, its declarations and its introductory comment.',
    schema: z.looseObject({
      path: text,
      language: text,
      lines: count.optional(),
      blob: text.optional(),
      symbols: names.optional(),
      summary: text.optional(),
    }),
    example: {
      path: 'src/store.ts',
      language: 'typescript',
      lines: 120,
      blob: 'sha256:91c2…',
      symbols: ['openStore', 'Store'],
      summary: 'Opens the store and keeps one connection.',
    },
  },
  'code.symbol.indexed': {
    summary: 'A function, class, type or method: its place, its signature and its first lines.',
    schema: z.looseObject({
      path: text,
      name: text,
      kind: text,
      line_start: count,
      line_end: count,
      signature: text.optional(),
      doc: text.optional(),
      content: text.optional(),
      hash: text.optional(),
    }),
    example: {
      path: 'src/store.ts',
      name: 'openStore',
      kind: 'function',
      line_start: 12,
      line_end: 30,
      signature: 'export function openStore(file: string): Store {',
      doc: 'Opens the store.',
      content: 'export function openStore(file: string): Store {\n  return connect(file);\n}',
      hash: 'sha256:30fe…',
    },
  },
  'code.import.indexed': {
    summary: 'The modules that a file imports.',
    schema: z.looseObject({ path: text, module: text.optional(), modules: names.optional() }),
    example: { path: 'src/store.ts', modules: ['node:fs', './connect.ts'] },
  },
  'code.dependency.indexed': {
    summary: 'The files of this workspace that a file depends on.',
    schema: z.looseObject({ path: text, depends_on: z.union([text, names]) }),
    example: { path: 'src/store.ts', depends_on: ['src/connect.ts'] },
  },
  'code.call.indexed': {
    summary: 'Which declarations of a file call which others of this workspace.',
    schema: z.looseObject({
      path: text,
      calls: z.array(z.looseObject({ caller: text, callee: text, callee_path: text.optional() })),
    }),
    example: {
      path: 'src/store.ts',
      calls: [{ caller: 'openStore', callee: 'connect', callee_path: 'src/connect.ts' }],
    },
  },
  'code.coverage.indexed': {
    summary: 'The declarations that a file of tests names.',
    schema: z.looseObject({
      path: text,
      tests: z.array(z.looseObject({ name: text, path: text })),
    }),
    example: {
      path: 'src/store.test.ts',
      tests: [{ name: 'openStore', path: 'src/store.ts' }],
    },
  },
  'projection.updated': {
    class: 'telemetry',
    summary: 'Indexing of a folder ended: the number of new, changed, unchanged and deleted files.',
    schema: z.looseObject({
      kind: text,
      root: text,
      discovered: count,
      changed: count,
      unchanged: count,
      deleted: count,
      skipped: count.optional(),
    }),
    example: {
      kind: 'codebase',
      root: '.',
      discovered: 12,
      changed: 3,
      unchanged: 240,
      deleted: 1,
      skipped: 4,
    },
  },
});
