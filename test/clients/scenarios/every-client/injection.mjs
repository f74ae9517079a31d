// What the memory hands to a session, seen where it matters: in the request that the model gets.
import assert from 'node:assert/strict';
import { assertNotTold, assertTold, assertWentWell, scenario } from '../../lab/scenario.mjs';

const FIRST = {
  prompt: 'We choose PostgreSQL for the orders table.',
  turns: [{ text: 'The orders table lives in PostgreSQL now.' }],
};
/** The frame around the memory's text; one client writes its angle brackets as entities. */
const MARK = 'hookloom-context';
const SECOND = { prompt: 'Say hi.', turns: [{ text: 'hi' }] };

export const injection = [
  scenario(
    'what an earlier session was about reaches the first request of the next one',
    async ({ run }) => {
      assertWentWell(await run(FIRST), FIRST.turns[0].text);
      const next = await run(SECOND);
      assertWentWell(next, 'hi');
      assert.ok(next.told[0].includes('PostgreSQL'), 'the next session knows nothing of it');
    },
    { reduced: true },
  ),
  scenario('what somebody asked to keep is told to every new session', async ({ lab, run }) => {
    await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
    for (const _ of [1, 2]) {
      const session = await run(SECOND);
      assertWentWell(session, 'hi');
      assert.ok(session.told[0].includes('Invoices are kept for eleven years'));
      assert.ok(session.told[0].includes(MARK), 'what is handed over is not marked');
    }
  }),
  scenario('the first session of a project is told nothing', async ({ run }) => {
    const session = await run(SECOND);
    assertWentWell(session, 'hi');
    assertNotTold(session, MARK);
  }),
  scenario(
    'what was handed to a session is not recorded as something that was said in it',
    async ({ lab, run, recorded }) => {
      await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
      const session = await run(SECOND);
      assertTold(session, 'Invoices are kept for eleven years');
      const said = recorded('transcript.turn').map(({ content }) => content);
      assert.deepEqual(said, ['Say hi.', 'hi']);
    },
  ),
  scenario(
    'where injection is switched off, no session is told anything',
    async ({ lab, connect, run }) => {
      await connect(['--inject', 'off']);
      await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
      const session = await run(SECOND);
      assertWentWell(session, 'hi');
      assertNotTold(session, 'eleven years');
    },
    { connected: false },
  ),
  scenario(
    'where a user asked for it, a prompt is answered with what bears on it',
    async ({ lab, connect, run }) => {
      await connect(['--inject', 'prompt']);
      await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
      const session = await run({
        prompt: 'For how many years do we keep the invoices of our customers?',
        turns: [{ text: 'Eleven.' }],
      });
      assertWentWell(session, 'Eleven.');
      const places = session.told[0].split('Invoices are kept for eleven years').length - 1;
      assert.ok(places >= 2, `told ${places} times: at the start and with the prompt`);
    },
    { connected: false },
  ),
  scenario('what was forgotten is told to nobody any more', async ({ lab, run }) => {
    await lab.hookloom(['memory', 'remember', 'The vault code is on the blue card']);
    await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
    await lab.hookloom(['memory', 'forget', 'blue card', '--yes']);
    const session = await run(SECOND);
    assertWentWell(session, 'hi');
    assertTold(session, 'Invoices are kept for eleven years');
    assertNotTold(session, 'blue card');
  }),
];
