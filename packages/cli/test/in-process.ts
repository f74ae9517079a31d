/** Runs a command line in the test's own process, which saves starting another one. */
import { Writable } from 'node:stream';
import { createOutput } from '../src/output/output.ts';
import * as commands from '../src/commands/index.ts';
import { runCommandLine } from '../src/run-command-line.ts';
import type { Ran } from './command-line.ts';

export async function runInProcess(
  argv: string[],
  { cwd, env }: { cwd: string; env: Record<string, string> },
): Promise<Ran> {
  const [stdout, stderr] = [sink(), sink()];
  const context = {
    cwd,
    env,
    out: await createOutput(stdout.stream, stderr.stream, env),
    stdin: process.stdin,
    isInteractive: false,
    now: Date.now,
  };
  const status = await runCommandLine(argv, context, commands);
  return { status, stdout: stdout.text(), stderr: stderr.text() };
}

function sink(): { stream: Writable; text(): string } {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { stream, text: () => text };
}
