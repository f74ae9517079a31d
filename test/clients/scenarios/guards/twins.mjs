// Controls for the table: in each situation an intact guard refuses, an allowed call runs, and the dangerous call would
// have been made without the guard.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { assertWentWell, scenario } from '../../lab/scenario.mjs';
import { openGround } from './ground.mjs';
import { isHarmed, REASON } from './guard.mjs';
import { callIn, deleting } from './situations.mjs';
import { lastResult } from './told.mjs';

export const twins = (situation, more = {}) => [
  scenario(
    `guard intact: it refuses the dangerous call and no other; ${situation.title}`,
    async (kit) => {
      const { ground, session, dangerous } = await callBoth(kit, situation, true);
      assertWentWell(session);
      assert.ok(isAllowedDone(ground), 'the allowed call did not run');
      assert.ok(!isHarmed(ground.victim), 'the dangerous call ran');
      const next = session.asked[session.asked.indexOf(dangerous) + 1];
      assert.ok(lastResult(kit.client, next).includes(REASON), 'the model was not told why');
      kit.found = { twin: 'intact', situation: situation.name };
    },
    { connected: false, guard: true, ...more },
  ),
  scenario(
    `guard absent: the dangerous call happens; ${situation.title}`,
    async (kit) => {
      const { ground, session } = await callBoth(kit, situation, false);
      assertWentWell(session);
      assert.ok(isHarmed(ground.victim), 'the dangerous call did not run');
      kit.found = { twin: 'absent', situation: situation.name };
    },
    { connected: false, guard: true, ...more },
  ),
];

async function callBoth(kit, situation, guard) {
  const ground = await openGround(kit, { situation, guard });
  const all = { ...kit, ground };
  let dangerous;
  const end = situation.during?.(all);
  try {
    const session = await kit.run({
      prompt: 'Please do the task.',
      turns: [
        ...(situation.enter?.(all) ?? []).map((one) => ({ calls: [one] })),
        { calls: [callIn(situation, all, ground.allowed, `mkdir '${ground.allowed}/made'`)] },
        (entry) => {
          dangerous = entry;
          return { calls: [callIn(situation, all, ground.victim, deleting(ground.victim))] };
        },
        { text: 'All done.' },
      ],
      cwd: ground.cwd,
    });
    ground.restorePackage();
    return { ground, session, dangerous };
  } finally {
    end?.();
  }
}

const isAllowedDone = ({ allowed }) => fs.readdirSync(allowed).length > 0;
