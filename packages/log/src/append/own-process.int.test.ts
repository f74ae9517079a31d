import { chmodSync, chownSync, lstatSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createLogUnderTest, event, S, type LogUnderTest } from '../../test/log-under-test.ts';
import { bundle, ended, runNode } from '../../test/programs.ts';

describe('an append in a process of its own', () => {
  let sandbox: LogUnderTest['sandbox'];
  let dir: LogUnderTest['dir'];
  beforeEach(() => {
    ({ sandbox, dir } = createLogUnderTest());
  });
  afterEach(() => sandbox.close());

  test('reports that an event is lost if neither log nor inbox can be written', async () => {
    const program = bundle(sandbox, 'faulty-append');
    const nobody = process.geteuid?.() === 0 ? 65_534 : undefined;
    const request = JSON.stringify({ session: S, events: [event('a')] });
    mkdirSync(dir);
    if (nobody !== undefined) chownSync(dir, nobody, nobody);
    chmodSync(dir, 0o500);
    const options = nobody === undefined ? {} : { uid: nobody };
    const { stdout } = await ended(runNode(program, [dir, request], options));
    expect(JSON.parse(stdout)).toMatchObject({ outcome: { kind: 'lost', reason: 'read_only' } });
    chmodSync(dir, 0o700);
    const again = await ended(runNode(program, [dir, request], options));
    expect(JSON.parse(again.stdout)).toMatchObject({
      outcome: { kind: 'appended', results: [{ seq: 1 }] },
    });
  });

  test('gives only the owner access to files and directories, whatever the umask', async () => {
    const program = bundle(sandbox, 'append-without-umask');
    const { code, stderr } = await ended(runNode(program, [dir, S]));
    expect([stderr, code]).toEqual(['', 0]);
    const wrong: string[] = [];
    for (const name of ['', ...(readdirSync(dir, { recursive: true }) as string[])]) {
      const stats = lstatSync(path.join(dir, name));
      const mode = stats.mode & 0o777;
      if (mode !== (stats.isDirectory() ? 0o700 : 0o600)) wrong.push(`${name} ${mode.toString(8)}`);
    }
    expect(wrong).toEqual([]);
    expect(readFileSync(path.join(dir, '.gitignore'), 'utf8')).toBe('*\n');
  });
});
