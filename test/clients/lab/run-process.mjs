// Starts one program with exactly the given environment, and ends its process group on timeout.
import { spawn } from 'node:child_process';

const KILL_AFTER_MS = 3000;
/** More than any scenario prints. */
const MOST_OUTPUT = 20_000_000;

/**
 * @param options.env The complete environment.
 * @param options.input Text for standard input, or a function of the child that feeds it.
 * @param options.onStart Gets the child, for scenarios that end it by a signal.
 * @returns `{ code, signal, stdout, stderr, timedOut, ms }`
 */
export function runProcess(command, args, { cwd, env, input = '', timeoutMs = 120_000, onStart }) {
  return new Promise((resolve) => {
    const began = performance.now();
    const child = spawn(command, args, { cwd, env, stdio: 'pipe', detached: true });
    const out = { stdout: '', stderr: '' };
    let timedOut = false;
    let hardKill;
    const timer = setTimeout(() => {
      timedOut = true;
      killGroup(child.pid, 'SIGTERM');
      hardKill = setTimeout(() => killGroup(child.pid, 'SIGKILL'), KILL_AFTER_MS);
    }, timeoutMs);
    for (const name of ['stdout', 'stderr']) {
      child[name].setEncoding('utf8');
      child[name].on('data', (text) => {
        if (out[name].length < MOST_OUTPUT) out[name] += text;
      });
    }
    child.stdin.on('error', () => {});
    const end = (code, signal) => {
      clearTimeout(timer);
      clearTimeout(hardKill);
      resolve({ code, signal, ...out, timedOut, ms: performance.now() - began });
    };
    child.on('error', (error) => {
      out.stderr += String(error);
      end(null, null);
    });
    child.on('close', end);
    onStart?.(child);
    if (typeof input === 'function') input(child);
    else child.stdin.end(input);
  });
}

/** Ends a process with its own group, and everything that it started in it. */
export function killGroup(pid, signal) {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has exited.
  }
}
