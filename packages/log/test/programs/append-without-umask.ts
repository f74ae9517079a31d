/** Makes every kind of file the write path creates, with a umask that would leave them open to all. */
import { unlinkSync, writeFileSync } from 'node:fs';
import { appendOrSpool } from '../../src/append/append-or-spool.ts';

const [dir, session] = process.argv.slice(2) as [string, string];
process.umask(0);
const append = (key: string, deadline: number) =>
  appendOrSpool({
    dir,
    session,
    events: [
      {
        type: 'decision.made',
        actorId: 'assistant',
        payload: { key },
        origin: { channel: 'user' },
        delivery: { scope: 'client', key },
      },
    ],
    deadline,
  });
append('a', Date.now() + 1000);
writeFileSync(`${dir}/${session}.lock`, '{}', { mode: 0o600 });
append('b', Date.now());
unlinkSync(`${dir}/${session}.lock`);
append('c', Date.now() + 1000);
writeFileSync(`${dir}/${session}.lock`, '{}', { mode: 0o600 });
append('d', Date.now());
