// Runs named commands, at most `parallel` at once, and prints one line each with its seconds; prints the complete output
// of a failed step. Returns the number of failures.
import { spawn } from 'node:child_process';

/** @param {{ name: string, command: string, args: string[], env?: Record<string, string> }[]} steps */
export async function runSteps(steps, parallel) {
  const queue = [...steps];
  let failures = 0;
  const worker = async () => {
    for (let step = queue.shift(); step !== undefined; step = queue.shift()) {
      if (!(await runStep(step))) failures++;
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return failures;
}

function runStep(step) {
  const started = Date.now();
  const env = { ...process.env, NO_COLOR: '1', ...step.env };
  // A company certificate bundle costs every Node 20 start some 35 ms; no step needs it.
  delete env.NODE_EXTRA_CA_CERTS;
  const child = spawn(step.command, step.args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  return new Promise((resolve) => {
    child.on('close', (code) => {
      const seconds = ((Date.now() - started) / 1000).toFixed(1);
      console.log(`${code === 0 ? 'ok  ' : 'FAIL'} ${step.name} (${seconds} s)`);
      if (code !== 0) console.log(output);
      resolve(code === 0);
    });
  });
}
