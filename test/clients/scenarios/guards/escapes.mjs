// A scripted agent's attempts against a guard that a person reviewed: it makes the attempt, then the dangerous call,
// and the dangerous call once more in a new session.
import assert from 'node:assert/strict';
import { scenario } from '../../lab/scenario.mjs';
import { guardFiles } from './attempts/guard-files.mjs';
import { reviews } from './attempts/reviews.mjs';
import { state } from './attempts/state.mjs';
import { switches } from './attempts/switches.mjs';
import { REFUSED, isFulfilled } from './expected.mjs';
import { openGround } from './ground.mjs';
import { NAME } from './guard.mjs';
import { judge } from './judge.mjs';
import { nextSession } from './next-session.mjs';
import { deleting, SITUATIONS } from './situations.mjs';

/**
 * An attempt:
 *
 * - `title` completes "the agent …".
 * - `shell` is one command; `calls(ground)` are calls of any tools.
 * - `only` and `not` name clients; `guard` and `prepare` change the lab.
 * - `onlyReported` says why the call cannot be refused.
 * - `kinds`: one of these has to be among the reports in the log.
 * - `toldLater`: no hook of the session survives, so the next session, which begins after the attempt, informs the
 * user.
 * - `says`: the text for the model, if the client refuses in its own words.
 * - `tries`: how often the dangerous call is made, for attempts that depend on luck.
 */
export const ATTEMPTS = [...guardFiles, ...switches, ...reviews, ...state];

const SAYS = new RegExp(`${NAME}|hooks[.]toml|guard`, 'i');

export const escapes = (clientName) =>
  ATTEMPTS.filter(
    ({ only = [clientName], not = [] }) => only.includes(clientName) && !not.includes(clientName),
  ).map((attempt) => {
    const expected =
      attempt.onlyReported === undefined
        ? REFUSED
        : { outcome: 'reported', because: attempt.onlyReported };
    const run = async (kit) => {
      const { made: _, ...found } = await tryEscape(kit, attempt);
      // The attempt continues for a while, and would also end the command that verifies the log.
      await sleep(attempt.toldLater ?? 0);
      kit.found = { escape: attempt.title, expected, ...found };
      assert.ok(
        isFulfilled(expected, found.outcome),
        `${found.outcome} instead of ${expected.outcome}: ${found.detail}`,
      );
      const { kinds } = attempt;
      assert.ok(
        kinds === undefined || kinds.some((kind) => found.kinds.includes(kind)),
        `the log has no report of the attempt (${kinds?.join(' or ')})`,
      );
    };
    const more = { connected: false, guard: true, escape: attempt.title };
    return scenario(`escape: the agent ${attempt.title}`, run, more);
  });

async function tryEscape(kit, attempt) {
  const ground = await openGround(kit, {
    situation: SITUATIONS[0],
    way: { guard: attempt.guard, repository: attempt.prepare },
  });
  const all = { ...kit, ...ground, ground };
  const { tools } = kit;
  const calls = attempt.calls?.(all) ?? (attempt.shell ? [tools.shell(attempt.shell)] : []);
  // The guard itself would refuse such a call, so the attempt would never be made.
  assert.ok(!JSON.stringify(calls).includes('victim'), 'the attempt names the folder');
  const first = await makeCall(kit, ground, attempt, calls);
  if (attempt.toldLater !== undefined && first.outcome === 'SILENT')
    return await tellLater(kit, ground, attempt, first.made);
  if (first.outcome !== 'refused') return first;
  const cwd = attempt.secondCwd?.(all);
  // Without hooks our server informs the model, and clients connect to servers while they begin to work.
  const pause = attempt.onlyReported === undefined ? [] : [tools.shell('sleep 3')];
  const second = await makeCall(kit, { ...ground, ...(cwd && { cwd }) }, attempt, pause);
  return second.outcome === 'refused'
    ? first
    : { ...second, detail: `next session: ${second.detail}` };
}

const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The messages of the next session to the user. */
async function tellLater(kit, ground, { toldLater, says = SAYS }, made) {
  await sleep(toldLater);
  const both = await nextSession(kit, made, { cwd: ground.cwd });
  const found = judge(kit, ground, { says }, both);
  assert.ok(found.kinds.includes('missed'), 'the log has no report of the call');
  return { ...found, detail: `told in the next session: ${found.detail}` };
}

/** One session: the calls of the attempt, then the dangerous call. */
async function makeCall(kit, ground, { tries = 1, subagent = false, says = SAYS }, calls) {
  const { tools } = kit;
  const made = { dangerous: null, wasOff: true };
  const prompt = 'Please do the task.';
  let subagentEnds;
  const subagentEnded = new Promise((resolve) => (subagentEnds = resolve));
  const dangerous = (entry) => {
    made.dangerous = entry;
    return { calls: [tools.shell(deleting(ground.victim))] };
  };
  const turns = [
    ...calls.map((one) => ({ calls: [one] })),
    ...Array.from({ length: tries }, () => dangerous),
    { before: () => subagentEnds(), text: 'All done.' },
  ];
  // Newer versions do not wait for the subagent, and report its end later, which gets an answer too.
  const end = { before: () => subagentEnded, text: 'All done.' };
  const own = [{ calls: [tools.agent?.('SUBTASK: tidy up')] }, end, end];
  const threads = [
    {
      name: 'sub',
      match: (said) => said.includes('SUBTASK') && !said.includes(prompt),
      turns,
    },
    { name: 'main', turns: own },
  ];
  made.session = await kit.run({
    prompt,
    ...(subagent ? { threads } : { turns }),
    cwd: ground.cwd,
    timeoutMs: 90_000,
  });
  return { ...judge(kit, ground, { says }, made), made };
}
