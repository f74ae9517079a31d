// The context that the memory adds to a session, as seen in the request to the model.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { assertNotTold, assertTold, assertWentWell, scenario } from '../../lab/scenario.mjs';

const FIRST = {
  prompt: 'We choose PostgreSQL for the orders table.',
  turns: [{ text: 'The orders table lives in PostgreSQL now.' }],
};
/** The frame around the memory's text; one client writes its angle brackets as entities. */
const MARK = 'hookloom-context';
/** More decisions than a session starts with. */
const SUBJECTS =
  'session store,invoices,refunds,exports,mailings,uploads,backups,translations,audits,reports,webhooks,coupons,ratings,shipments,returns,newsletters,dashboards,forecasts,payrolls,contracts,warranties'.split(
    ',',
  );
const TOOLS =
  'Redis,Kafka,Vault,Grafana,Terraform,Playwright,Sentry,Nginx,Ansible,Consul,Jenkins,Solr,Puppet,Varnish,Celery,Airflow,Druid,Presto,Hadoop,Cypress,Flink'.split(
    ',',
  );
const SECOND = { prompt: 'Say hi.', turns: [{ text: 'hi' }] };

export const injection = [
  scenario(
    'an earlier session’s topic reaches the first request of the next one',
    async ({ run }) => {
      assertWentWell(await run(FIRST), FIRST.turns[0].text);
      const next = await run(SECOND);
      assertWentWell(next, 'hi');
      assert.ok(next.told[0].includes('PostgreSQL'), 'the next session knows nothing of it');
    },
    { reduced: true },
  ),
  scenario('every new session receives what a person asked to remember', async ({ lab, run }) => {
    await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
    for (const _ of [1, 2]) {
      const session = await run(SECOND);
      assertWentWell(session, 'hi');
      assert.ok(session.told[0].includes('Invoices are kept for eleven years'));
      assert.ok(session.told[0].includes(MARK), 'what is handed over is not marked');
    }
  }),
  scenario('the first session of a project receives no context', async ({ run }) => {
    const session = await run(SECOND);
    assertWentWell(session, 'hi');
    assertNotTold(session, MARK);
  }),
  scenario(
    'context that was passed to a session is not recorded as a turn',
    async ({ lab, run, recorded }) => {
      await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
      const session = await run(SECOND);
      assertTold(session, 'Invoices are kept for eleven years');
      const said = recorded('transcript.turn').map(({ content }) => content);
      assert.deepEqual(said, ['Say hi.', 'hi']);
    },
  ),
  scenario(
    'sessions receive no context if injection is switched off',
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
    'a prompt receives related context if the user enabled it',
    async ({ lab, connect, run }) => {
      await connect(['--inject', 'prompt']);
      const said = SUBJECTS.map((subject, at) => `We use ${TOOLS[at]} for the ${subject}.`);
      for (const from of [0, 7, 14])
        await run({ prompt: said.slice(from, from + 7).join(' '), turns: [{ text: 'Noted.' }] });
      await lab.hookloom(['up', '--detach', '--port', '0']);
      await setTimeout(4_000);
      const start = await run(SECOND);
      assertWentWell(start, 'hi');
      // One of the oldest; a title of a session contains only the first words.
      assertNotTold(start, said[4]);
      await setTimeout(4_000);
      const prompt = 'Is Terraform the right choice for the mailings of our customers?';
      const session = await run({ prompt, turns: [{ text: 'Yes.' }] });
      assertWentWell(session, 'Yes.');
      assertTold(session, said[4]);
    },
    { connected: false },
  ),
  scenario('no session receives a forgotten text', async ({ lab, run }) => {
    await lab.hookloom(['memory', 'remember', 'The vault code is on the blue card']);
    await lab.hookloom(['memory', 'remember', 'Invoices are kept for eleven years']);
    await lab.hookloom(['memory', 'forget', 'blue card', '--yes']);
    const session = await run(SECOND);
    assertWentWell(session, 'hi');
    assertTold(session, 'Invoices are kept for eleven years');
    assertNotTold(session, 'blue card');
  }),
];
