// Runs scenarios, a few at once, each in its own lab.
import assert from 'node:assert/strict';
import { openLab } from './lab.mjs';
import { kitOf } from './scenario.mjs';

/**
 * @returns One result per run: `{ client, title, seconds, error, lab }`; `cannot` instead if there was nothing to run.
 */
export async function runAll(
  chosen,
  { repeat, parallel, keep, say, each = () => {}, clients = [] },
) {
  const queue = [];
  for (let round = 1; round <= repeat; round++)
    for (const { client, label = client.name, scenarios } of chosen)
      for (const one of scenarios)
        if (one.cannot === undefined) queue.push({ label, client, scenario: one, round });
  const results = [];
  const worker = async () => {
    for (let task = queue.shift(); task !== undefined; task = queue.shift()) {
      const result = await runOne(task, { keep, clients });
      results.push(result);
      each(result);
      const mark = result.error === null ? 'ok  ' : 'FAIL';
      const round = repeat > 1 ? ` (round ${task.round})` : '';
      say(`${mark} ${result.client}: ${result.title}${round} (${result.seconds.toFixed(1)} s)`);
      if (result.error !== null) say(result.error.replace(/^/gm, '       '));
      if (result.lab !== null) say(`       lab: ${result.lab}`);
    }
  };
  await Promise.all(Array.from({ length: parallel }, worker));
  return results;
}

async function runOne({ label, client, scenario, round }, { keep, clients }) {
  const began = performance.now();
  let lab = null;
  let kit = null;
  let error = null;
  try {
    lab = await openLab(client.name, {
      env: { HOOKLOOM_WORKER_AUTOSTART: 'false', ...scenario.env },
      files: scenario.files,
    });
    client.prepare(lab);
    kit = kitOf(client, lab);
    kit.beside = Object.fromEntries(clients.map((one) => [one.client.name, one.client]));
    if (scenario.connected !== false) await kit.connect();
    await scenario.run(kit);
    if (lab.events().length > 0) await kit.verify();
  } catch (thrown) {
    error = String(thrown?.stack ?? thrown);
  }
  try {
    const left = await lab?.close({ keep: keep && error !== null });
    if (error === null) assert.deepEqual(left, [], 'processes were left running');
  } catch (thrown) {
    error ??= String(thrown?.stack ?? thrown);
  }
  return {
    client: label,
    title: scenario.title,
    round,
    seconds: (performance.now() - began) / 1000,
    // Findings of a scenario besides its outcome, for scenarios that fill a table.
    ...(kit?.found === undefined ? {} : { found: kit.found }),
    error,
    lab: error !== null && keep ? (lab?.root ?? null) : null,
  };
}
