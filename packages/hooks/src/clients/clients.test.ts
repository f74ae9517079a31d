import fs from 'node:fs';
import path from 'node:path';
import { CLIENT_NAMES } from '@hookloom/core/hook';
import { expect, it } from 'vitest';
import { describeClient, type ClientFixture } from '../../test/client-contract.ts';
import { CLIENTS } from './index.ts';

/** Recorded from the real client, or in the documented shape if there is no recording. */
function fixturesOf(name: string): ClientFixture[] {
  const dir = path.join(import.meta.dirname, name, 'fixtures');
  return fs
    .readdirSync(dir)
    .filter((file) => file.endsWith('.jsonl'))
    .flatMap((file) => fs.readFileSync(path.join(dir, file), 'utf8').trimEnd().split('\n'))
    .map((line) => JSON.parse(line) as ClientFixture);
}

it.each(CLIENT_NAMES)('%s is in the table under its own name', (name) => {
  expect(CLIENTS[name]).toMatchObject({ name, capabilities: { client: name } });
  expect(fixturesOf(name).length).toBeGreaterThan(5);
});

for (const name of CLIENT_NAMES) describeClient(CLIENTS[name], fixturesOf(name));
