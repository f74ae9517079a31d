// One cell of the table: a way to disable the guard, in a situation, under a client.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { scenario } from '../../lab/scenario.mjs';
import { expectedOf, isFulfilled } from './expected.mjs';
import { openGround } from './ground.mjs';
import { judge } from './judge.mjs';
import { nextSession } from './next-session.mjs';
import { callIn, deleting } from './situations.mjs';

const TIMEOUT_MS = 90_000;

export function cell(clientName, way, situation, more = {}) {
  const expected = expectedOf(clientName, way.number, situation.name);
  const title = `guard ${way.number}: ${way.title}; ${situation.title}`;
  const cannot = way.cannot?.[clientName];
  if (cannot !== undefined) return { title, cannot };
  const run = async (kit) => {
    const ground = await openGround(kit, { way, situation });
    const attempt = await attemptCall(kit, ground, { way, situation });
    let found = judge(kit, ground, way, attempt);
    if (found.outcome === 'SILENT' && expected.isLater) {
      const calls = [kit.tools.shell('sleep 3')];
      const both = await nextSession(kit, attempt, { cwd: kit.lab.project, calls });
      found = judge(kit, ground, way, both);
    }
    ground.restorePackage();
    kit.found = { way: way.number, situation: situation.name, expected, ...found };
    assert.ok(
      isFulfilled(expected, found.outcome),
      `${found.outcome} instead of ${expected.outcome}: ${found.detail}`,
    );
  };
  return scenario(title, run, { connected: false, guard: true, ...more });
}

/** The agent enters the situation, switches the guard off, and makes the dangerous call. */
export async function attemptCall(kit, ground, { way = null, situation }) {
  const { tools } = kit;
  const all = { ...kit, ...ground, ground };
  const edit = way?.edit?.(all);
  const attempt = { dangerous: null, wasOff: way?.isOff === undefined };
  const dangerous = (entry) => {
    attempt.dangerous = entry;
    // If the agent's edit was refused, the test makes it, to check what happens then.
    if (!attempt.wasOff && !way.isOff(all))
      execFileSync('/bin/sh', ['-c', edit], { cwd: ground.root });
    attempt.wasOff ||= way.isOff(all);
    return { calls: [callIn(situation, all, ground.victim, deleting(ground.victim))] };
  };
  const calls = [
    ...(way?.first?.(all) ?? []),
    ...(situation.enter?.(all) ?? []),
    ...(edit === undefined ? [] : [tools.shell(edit)]),
  ];
  const end = situation.during?.(all);
  try {
    attempt.session = await kit.run({
      prompt: 'Please do the task.',
      turns: [...calls.map((one) => ({ calls: [one] })), dangerous, { text: 'All done.' }],
      cwd: ground.cwd,
      timeoutMs: TIMEOUT_MS,
      commandLine: way?.commandLine && ((line) => way.commandLine(all, line)),
    });
  } finally {
    end?.();
  }
  return attempt;
}
