/**
 * The hook path: the program that agent clients and scripts start for every event, `node hook.cjs hook CLIENT [flags]` or
 * `node hook.cjs hook-event TRIGGER [flags]`. `hook` records, answers if it has something to say, and exits with 0
 * whatever is broken, because a client would show our failure as one of its own. `hook-event` exits with 0 only if its
 * event is stored: see `hook-event.ts`.
 */
import { hookEventCommand } from '../hook-event/hook-event.ts';
import { superviseHook } from './answer-hook.ts';
import { clientHook } from './client-hook.ts';
import { crashed } from './refuse-unchecked.ts';
import { hookDeadline, writeLine } from './delivery.ts';

function main(): void {
  const [command, ...args] = process.argv.slice(2);
  const { env } = process;
  const deadline = hookDeadline(env);
  process.on('uncaughtException', (error) => {
    if (command === 'hook') process.exit(crashed(args, env));
    if (command === 'supervise') process.exit(0);
    writeLine(2, `hookloom hook-event: nothing was recorded: ${error.message.slice(0, 200)}`);
    process.exit(1);
  });
  if (command === 'hook')
    return clientHook({ args, env, deadline }, (status) => process.exit(status));
  if (command === 'supervise') return superviseHook(args[0] ?? '', env, () => process.exit(0));
  const request = { args, cwd: process.cwd(), env, appendBy: deadline.appendBy };
  const { status, stdout, stderr } = hookEventCommand(command, request);
  writeLine(1, stdout);
  writeLine(2, stderr);
  process.exit(status);
}

main();
