/** Runs the built command in a pseudo terminal, as a person would, and types answers to its questions. */
import { spawnSync } from 'node:child_process';
import { BIN } from './command-line.ts';

/** Waits for each question in turn, types the answer, and passes everything on that was printed. */
const TYPE_ANSWERS = `
import json, os, pty, select, sys
given = json.loads(sys.argv[1])
pid, fd = pty.fork()
if pid == 0:
    os.chdir(given["cwd"])
    os.execve(given["command"][0], given["command"], given["env"])
seen, answers = b"", given["answers"]
while True:
    if not select.select([fd], [], [], 60)[0]: break
    try: chunk = os.read(fd, 65536)
    except OSError: break
    if not chunk: break
    seen += chunk
    if answers and answers[0][0].encode() in seen:
        sys.stdout.buffer.write(seen)
        seen = b""
        os.write(fd, answers.pop(0)[1].encode())
sys.stdout.buffer.write(seen)
sys.stdout.flush()
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`;

export const hasTerminals =
  spawnSync('python3', ['-c', 'import os, pty; os.waitstatus_to_exitcode'], { stdio: 'ignore' })
    .status === 0;

export interface AtTerminal {
  cwd: string;
  env: Record<string, string>;
  /** A part of each question, and the text to type for it. */
  answers: [question: string, typed: string][];
}

export function runAtTerminal(
  args: string[],
  given: AtTerminal,
): { status: number | null; printed: string } {
  const command = [process.execPath, BIN, ...args];
  const { status, stdout } = spawnSync(
    'python3',
    ['-c', TYPE_ANSWERS, JSON.stringify({ ...given, command })],
    { encoding: 'utf8' },
  );
  return { status, printed: stdout.replaceAll('\r', '') };
}
