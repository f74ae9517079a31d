// The memory as tools of the model.
import assert from 'node:assert/strict';
import { assertWentWell, onlyOne, scenario } from '../../lab/scenario.mjs';

const CITATION = /eventloom:\/\/project-default\/events\/(\d+)#([0-9a-f]{12})/g;

const DECISION = {
  event_type: 'decision.made',
  actor: 'assistant',
  payload: { title: 'Harbours are sorted by depth', rationale: 'ships draw water' },
};

export const mcp = [
  scenario(
    'the tools of the memory are offered to the model',
    async ({ client, work, tools }) => {
      const tool = (name) => tools.mcp(name, { query: 'anything' });
      const session = await work([tool('memory_query')]);
      assertWentWell(session);
      const { body } = session.asked.at(-1);
      const isFindable = client.isFindable ?? client.isOffered;
      for (const name of ['memory_checkout', 'memory_append', 'memory_query'])
        assert.ok(isFindable(body, tool(name).needs), `${name} is not offered`);
    },
    { reduced: true },
  ),
  scenario(
    'a checkout for the model returns a cited fact, and the citation is valid',
    async ({ lab, work, tools }) => {
      await lab.hookloom(['memory', 'remember', 'The lighthouse keeper is called Ada']);
      const query = 'What is the lighthouse keeper called?';
      const session = await work([tools.mcp('memory_checkout', { query })]);
      assertWentWell(session);
      const answer = session.told.at(-1);
      assert.equal(answer.split('current_facts').length, 2, 'the answer is not there once');
      assert.match(answer, /The lighthouse keeper is called Ada/);
      const cited = [...answer.matchAll(CITATION)];
      assert.ok(cited.length > 0, 'nothing is cited');
      for (const [citation, seq, prefix] of cited) {
        const event = lab.events().find(({ integrity }) => integrity.seq === Number(seq));
        assert.ok(event?.integrity.hash.startsWith(`sha256:${prefix}`), `${citation} is no event`);
      }
    },
    { reduced: true },
  ),
  scenario(
    'an event that the model appends is in the log, and the model gets its position',
    async ({ lab, work, tools }) => {
      const session = await work([tools.mcp('memory_append', DECISION)]);
      assertWentWell(session);
      const made = onlyOne(
        lab.events(),
        ({ type }) => type === 'decision.made',
        'the decision in the log',
      );
      assert.equal(made.payload.title, 'Harbours are sorted by depth');
      assert.ok(session.told.at(-1).includes(made.integrity.hash.slice(7, 19)), 'no word of it');
    },
  ),
  scenario(
    'a checkout finds what the model recorded in an earlier session',
    async ({ work, tools }) => {
      assertWentWell(await work([tools.mcp('memory_append', DECISION)]));
      const query = 'How are harbours sorted?';
      const next = await work([tools.mcp('memory_checkout', { query })]);
      assertWentWell(next);
      assert.match(next.told.at(-1), /Harbours are sorted by depth/);
    },
  ),
  scenario(
    'an invalid memory call fails only for the model, with a helpful message',
    async ({ work, tools, lab }) => {
      const session = await work([tools.mcp('memory_append', { payload: 'no type, no object' })]);
      assertWentWell(session);
      // One client validates the arguments itself.
      assert.match(
        session.told.at(-1),
        /The request is invalid: event_type|must have required property 'event_type'/,
      );
      assert.deepEqual(
        lab.events().filter(({ type }) => type === 'decision.made'),
        [],
      );
    },
  ),
  scenario(
    'a secret that the model saves is masked before it is written',
    async ({ work, tools, holding }) => {
      const secret = ['ghp', '_', 'Q8wE2rT5yU1iO4pA7sD0fG3hJ6kL9zX2cV5b'].join('');
      assertWentWell(
        await work([
          tools.mcp('memory_append', {
            ...DECISION,
            payload: { title: 'How we release', rationale: `with the token ${secret}` },
          }),
        ]),
      );
      assert.deepEqual(holding(secret), []);
      assert.ok(holding('How we release').length > 0, 'nothing was written at all');
    },
  ),
  scenario(
    'a memory call is linked to the call that the hooks reported',
    async ({ lab, work, tools, recorded, names }) => {
      assertWentWell(await work([tools.mcp('memory_query', { query: 'harbours' })]));
      const seen = onlyOne(
        recorded('hook.pre_tool_use'),
        ({ tool_name }) => tool_name === `${names.mcp}memory_query`,
        'the call that the hooks saw',
      );
      assert.ok(seen.tool_use_id, 'the client gave no id');
      const own = lab
        .events()
        .filter(({ actorId }) => actorId !== 'zaxy-hook')
        .filter((event) => JSON.stringify(event).includes(seen.tool_use_id));
      assert.ok(own.length > 0, 'no event of the server names the call');
    },
  ),
];
