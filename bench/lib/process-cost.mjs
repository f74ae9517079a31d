// The cost of complete processes: CPU time of them and of everything they started, from the `time` of bash, which counts
// milliseconds. Several runs make one measurement, because a millisecond is a twentieth of one run.
import { spawnSync } from 'node:child_process';

/**
 * Milliseconds of one run. Standard input is a pipe, as clients make it.
 *
 * @param {string} command For bash.
 * @param {{ cwd: string, env: Record<string, string>, inputs: readonly string[] }} options One run for each input.
 */
export function processCost(command, { cwd, env, inputs }) {
  const lines = inputs.map((_, at) => `${command} <<< "$IN_${at}" || exit`);
  const text = `TIMEFORMAT='%3R %3U %3S'; time { ${lines.join('; ')}; }`;
  const variables = Object.fromEntries(inputs.map((value, at) => [`IN_${at}`, value]));
  const run = spawnSync('bash', ['-c', text], {
    cwd,
    env: { ...env, ...variables },
    encoding: 'utf8',
  });
  if (run.status !== 0) throw new Error(`${command} ended with ${run.status}: ${run.stderr}`);
  const [wall, user, system] = run.stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return {
    wallMs: (wall * 1000) / inputs.length,
    cpuMs: ((user + system) * 1000) / inputs.length,
  };
}

export function quoted(word) {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
