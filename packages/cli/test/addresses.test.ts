import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

/** Whom a user may name as a model (docs/explanation/notes.md). */
const MODELS = ['api.anthropic.com', 'api.openai.com', 'generativelanguage.googleapis.com'];
const HERE = ['127.0.0.1', 'localhost', '[::1]'];

const COMMENT = /^ *(?:\/\*\*|\*|\/\/).*$/gm;

const sources = fs
  .readdirSync('packages')
  .map((name) => path.join('packages', name, 'src'))
  .filter((dir) => fs.existsSync(dir))
  .flatMap((dir) =>
    fs.readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((file) => path.join(dir, file)),
  )
  .filter((file) => file.endsWith('.ts') && !/\.(test|fixture)\.ts$/.test(file))
  .map((file) => [file, fs.readFileSync(file, 'utf8').replace(COMMENT, '')] as const);

test('the product contains no address except this machine and the models that a user may choose', () => {
  expect(sources.length).toBeGreaterThan(400);
  const found = sources.flatMap(([file, text]) =>
    [...text.matchAll(/\b(?:https?|wss?):\/\/([\w.[\]:-]+)/g)].map(([, host]) => [
      file,
      host!.replace(/:\d*$/, ''),
    ]),
  );
  const other = found.filter(([, host]) => ![...MODELS, ...HERE].includes(host!));
  expect(other).toEqual([]);
  expect(found.length).toBeGreaterThan(3);
});
