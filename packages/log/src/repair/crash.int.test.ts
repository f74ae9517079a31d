import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createLogUnderTest, event, S } from '../../test/log-under-test.ts';
import { bundle, ended, runNode } from '../../test/programs.ts';
import { recordedEvents } from '../read/read-events.ts';
import { listSessions } from '../installation/log-directory.ts';
import { verifyLog } from '../verify/verify-log.ts';
import { repairLog } from './repair-log.ts';

test.each(['kill', 'ENOSPC'])(
  'loses nothing if a repair dies at any change, and the next one finishes it: %s',
  async (fault) => {
    const { sandbox, dir, log, append } = createLogUnderTest();
    try {
      for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) append([event(key)]);
      const lines = fs.readFileSync(log, 'utf8').split('\n');
      // Two breaks: three parts.
      lines[2] = 'half a line';
      lines.splice(4, 0, '<<<<<<< HEAD', 'x');
      fs.writeFileSync(log, lines.join('\n'));
      const broken = fs.readFileSync(log);
      const program = bundle(sandbox, 'faulty-repair');
      for (let at = 1, finished = false; !finished; at += fault === 'kill' ? 1 : 3) {
        const copy = path.join(sandbox.root, `${fault}-${at}`, '.eventloom');
        fs.cpSync(dir, copy, { recursive: true });
        const env = { FAULT: fault, FAULT_AT: String(at), FAULT_DIR: copy };
        const { stdout } = await ended(runNode(program, [copy], { env }));
        const answer = stdout === '' ? null : (JSON.parse(stdout) as { changes: number });
        finished = answer !== null && answer.changes < at;
        const now = fs.readFileSync(path.join(copy, `${S}.jsonl`));
        // The log is either the broken one or the repaired one, never something between.
        if (!now.equals(broken)) expect(now.toString()).toContain('"type":"log.repaired"');
        await repairLog({ dir: copy, session: S, now: Date.now, installation: 'any' });
        const keys = listSessions(copy).flatMap((session) =>
          [...recordedEvents(path.join(copy, `${session}.jsonl`))].flatMap(
            ({ payload }) => payload['key'] ?? [],
          ),
        );
        expect(new Set(keys)).toEqual(new Set(['a', 'b', 'd', 'e', 'f']));
        expect(keys).toHaveLength(5);
        for (const session of listSessions(copy)) {
          const { ok } = await verifyLog(copy, session);
          expect([at, session, ok]).toEqual([at, session, true]);
        }
        const aside = fs.readdirSync(path.join(copy, 'repair'));
        expect(
          fs.readFileSync(path.join(copy, 'repair', aside[0]!, 'original.jsonl')).equals(broken),
        ).toBe(true);
        expect(at).toBeLessThan(120);
      }
    } finally {
      sandbox.close();
    }
  },
  120_000,
);
