/** An import of names through an entry point loads only the files that define them. */
import path from 'node:path';
import { expect, it } from 'vitest';
import { throughEntryPoints } from '../../../scripts/entry-points.mjs';

const root = path.resolve(import.meta.dirname, '../../..');
const rewrite = throughEntryPoints(root);
/** `#core` for `@hookloom/core`, because this file, too, is rewritten before it runs. */
const rewritten = (text: string) =>
  rewrite(text.replaceAll("'#", "'@hookloom/"), path.join(root, 'packages/cli/src/x.ts'));

it('imports the files that define the names, without the types', () => {
  const text = `import { isJsonObject, type JsonObject, HookloomError as Failure } from '#core';`;
  expect(rewritten(text)).toBe(
    `import{isJsonObject as isJsonObject}from'../../core/src/json.ts';` +
      `import{HookloomError as Failure}from'../../core/src/errors.ts';`,
  );
});

it('keeps line numbers, so that an error names the right line', () => {
  const text = `import type {\n  JsonObject,\n} from '#core';\nimport {\n  slug,\n} from '#core';\nlast();`;
  expect(rewritten(text).split('\n')[6]).toBe('last();');
});

it('imports one file lazily if the import is dynamic', () => {
  expect(rewritten(`const { peekProjection } = await import('#memory');`)).toBe(
    `const { peekProjection } = await import('../../memory/src/store/sqlite/peek-projection.ts');`,
  );
  expect(rewritten(`(await import('#memory')).peekProjection(place)`)).toBe(
    `(await import('../../memory/src/store/sqlite/peek-projection.ts')).peekProjection(place)`,
  );
});

it('imports several files if names of one entry point are in several files', () => {
  expect(rewritten(`const { peekProjection, openMemory: open } = await import('#memory');`)).toBe(
    `const { peekProjection, openMemory: open } = await ` +
      `Promise.all([import('../../memory/src/store/sqlite/peek-projection.ts'),import('../../memory/src/open-memory.ts')])` +
      `.then((m)=>({peekProjection:m[0].peekProjection,openMemory:m[1].openMemory}));`,
  );
});

it('maps each name in a list of imports to its import', () => {
  const text = `const [{ peekProjection }, own] = await Promise.all([import('#memory'), mine(a, b)]);`;
  expect(rewritten(text)).toBe(
    `const [{ peekProjection }, own] = await Promise.all([import('../../memory/src/store/sqlite/peek-projection.ts'), mine(a, b)]);`,
  );
});

it('rejects a name that the entry point does not export, and a namespace import', () => {
  expect(() => rewritten(`import { rot13 } from '#core';`)).toThrow(
    '@hookloom/core lists no rot13',
  );
  expect(() => rewritten(`const memory = await import('#memory');`)).toThrow('Take names');
});
