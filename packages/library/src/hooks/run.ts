/** Runs a script as a hook: payload on standard input, answer on standard output. */
import type { Hook, HookHandlers } from './define-hook.ts';
import { type DialectName, isDialect } from './dialects.ts';
import { respond, type RespondOptions } from './respond.ts';

export type RunOptions = RespondOptions;

/**
 * Reads one payload from standard input, answers on standard output and sets the exit status. Works under Claude Code,
 * Codex, Gemini CLI, GitHub Copilot CLI, Cursor and as a hook of `.hookloom/hooks.toml`. `--client NAME` among the
 * arguments of the script names the client if you do not want it to be detected from the payload.
 *
 * @example
 * import { deny, none, onToolPre, run } from 'hookloom/hooks';
 *
 * await run(
 *   onToolPre('Bash', ({ command }) => (/\brm -rf\b/.test(command) ? deny('Remove single files instead.') : none())),
 * );
 */
export async function run(hook: Hook | HookHandlers, options: RunOptions = {}): Promise<void> {
  const client = options.client ?? namedClient(process.argv);
  const answer = await respond(hook, await standardInput(), {
    ...options,
    ...(client !== undefined && { client }),
  });
  process.exitCode = answer.exit;
  await Promise.all([write(process.stdout, answer.stdout), write(process.stderr, answer.stderr)]);
  // Anything that a handler left running (a request, a timer) would make the client wait.
  process.exit();
}

function namedClient(argv: readonly string[]): DialectName | undefined {
  const at = argv.indexOf('--client');
  const name = at === -1 ? undefined : argv[at + 1];
  const known = name === 'claude' ? 'claude-code' : name;
  return known !== undefined && isDialect(known) ? known : undefined;
}

async function standardInput(): Promise<string> {
  const { stdin } = process;
  if (stdin.isTTY) return '';
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of stdin) chunks.push(chunk as Buffer);
  } catch {
    // The client is gone, so no more input will come.
  }
  return Buffer.concat(chunks).toString('utf8');
}

function write(stream: NodeJS.WriteStream, text: string): Promise<void> {
  if (text === '') return Promise.resolve();
  return new Promise((resolve) => {
    // A client that no longer listens is not an error.
    stream.once('error', () => resolve());
    stream.write(`${text}\n`, () => resolve());
  });
}
