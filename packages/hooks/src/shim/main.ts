/**
 * The hook path: what agent clients and scripts start for every event, `node hook.cjs hook CLIENT [flags]` or
 * `node hook.cjs hook-event TRIGGER [flags]`. It records, answers where there is something to say, and exits with 0
 * whatever is broken (DESIGN laws 2 and 11). Only a misuse of `hook-event` is refused, with 2, before anything is written.
 */
import { writeSync } from 'node:fs';
import { hookEvent } from '../hook-event/hook-event.ts';
import { UsageError } from '../hook-event/flags.ts';
import { clientHook } from './client-hook.ts';
import { hookDeadline } from './deadline.ts';

function main(): void {
  const [command, ...args] = process.argv.slice(2);
  const { env } = process;
  const deadline = hookDeadline(env);
  process.on('uncaughtException', () => process.exit(0));
  if (command === 'hook') {
    clientHook({ args, env, deadline }, () => process.exit(0));
    return;
  }
  let status = 0;
  try {
    if (command !== 'hook-event') throw new UsageError('use hook CLIENT or hook-event TRIGGER');
    const text = hookEvent({ args, cwd: process.cwd(), env, appendBy: deadline.appendBy });
    if (text !== '') writeSync(1, `${text}\n`);
  } catch (error) {
    if (error instanceof UsageError) {
      status = 2;
      sayQuietly(`hookloom hook-event: ${error.message}\n`);
    }
  }
  process.exit(status);
}

function sayQuietly(line: string): void {
  try {
    writeSync(2, line);
  } catch {
    // Nobody listens.
  }
}

main();
