import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { extractorFile } from './extractor.ts';

let dir: string;
beforeEach(() => {
  dir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-extractor-'));
});
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

/** The extractor as it would be run in its place. */
async function extractorOf(request: Parameters<typeof extractorFile>[0]): Promise<Function> {
  const { file, text } = extractorFile(request);
  const beside = path.resolve('packages/memory/src/extract/extracted.ts');
  const written = path.join(dir, file);
  fs.writeFileSync(written, text.replace('./extracted.ts', beside));
  const module = (await import(pathToFileURL(written).href)) as Record<string, Function>;
  return Object.values(module)[0]!;
}

const event = { type: 'x.y', actorId: 'ci', payload: { id: 'b-7', outcome: 'green' } };

test('a printed extractor turns the event into a fact with its text and its actor', async () => {
  const extract = await extractorOf({
    type: 'build.finished',
    entityType: 'build',
    nameKey: 'id',
    summaryKey: 'outcome',
    actorRelation: 'finished_build',
  });
  const { facts, edges, document } = extract(event);
  expect(facts).toEqual([
    {
      type: 'build',
      name: 'b-7',
      content: document.content,
      properties: { id: 'b-7' },
      authority: 'observed',
    },
  ]);
  expect(document.content).toMatch(/Build: b-7.*green/);
  expect(edges).toMatchObject([
    { relation: 'finished_build', target: { type: 'build', name: 'b-7' } },
  ]);
});

test('without a summary it shows only the name, and the table lines name the file', async () => {
  const request = {
    type: 'ops.alert_raised',
    entityType: 'alert',
    nameKey: 'id',
    actorRelation: 'raised',
  };
  const extract = await extractorOf(request);
  expect(extract(event).facts[0].content).toMatch(/^Alert: b-7/);
  expect(extractorFile(request).table).toEqual([
    "import { opsAlertRaised } from './ops-alert-raised.ts';",
    "'ops.alert_raised': opsAlertRaised,",
  ]);
});
