/** Runs a command line in the test's own process, which saves starting another one. */
import { Readable, Writable } from 'node:stream';
import { createOutput } from '../src/output/output.ts';
import * as commands from '../src/commands/index.ts';
import { runCommandLine } from '../src/run-command-line.ts';

export interface Ran {
  status: number | null;
  stdout: string;
  stderr: string;
}

const own = process.env;

export async function runInProcess(
  argv: string[],
  {
    cwd,
    env,
    input = '',
    columns,
  }: {
    cwd: string;
    env: Record<string, string>;
    input?: string | Buffer;
    /** As of a terminal. */
    columns?: number | undefined;
  },
): Promise<Ran> {
  const [stdout, stderr] = [sink(columns), sink()];
  const context = {
    cwd,
    env,
    out: await createOutput(stdout.stream, stderr.stream, env),
    stdin: Readable.from([Buffer.from(input)]),
    isInteractive: false,
    now: Date.now,
  };
  // The state folder of "this user" is named by the environment of the process.
  process.env = { ...env };
  try {
    const status = await runCommandLine(argv, context, commands);
    return { status, stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.env = own;
  }
}

function sink(columns?: number): { stream: Writable; text(): string } {
  let text = '';
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      text += chunk.toString();
      done();
    },
  });
  return { stream: Object.assign(stream, columns && { columns }), text: () => text };
}
