import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { buildLog } from '../read/sealed-lines.fixture.ts';
import type { Connection } from '../stores/postgres/connection.ts';
import { pushLog } from './push.ts';

/** A team's store without events. */
const EMPTY: Connection = {
  query: async () => [],
  transaction: (work) => work(EMPTY),
  close: async () => {},
};

test('a dry run counts every event of a log of several pages once', async () => {
  const eventloomDir = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-push-'));
  try {
    const log = buildLog('s');
    for (let at = 0; at < 1200; at++) log.add({});
    fs.writeFileSync(path.join(eventloomDir, 's.jsonl'), log.bytes());
    const mayLeave = ({ seq }: { seq: number }) => seq % 2 === 0;
    const request = { eventloomDir, project: 'p', writer: 'w', mayLeave, isDry: true };
    expect(await pushLog(EMPTY, request, 's')).toMatchObject({ sent: 600, kept_back: 600 });
  } finally {
    fs.rmSync(eventloomDir, { recursive: true });
  }
});
