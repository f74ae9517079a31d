// Secret and private text is stored in no file below `.eventloom`.
import assert from 'node:assert/strict';
import { assertWentWell, scenario } from '../../lab/scenario.mjs';

/** Written in two halves, so that no scanner of this repository reports it. */
const SECRET = ['ghp', '_', 'R7sT9uV1wX3yZ5aB7cD9eF1gH3iJ5kL7mN9o'].join('');

export const privacy = [
  scenario(
    'a secret that a command printed does not appear in the log',
    async ({ client, work, tools, holding, write, recorded }) => {
      write('token.txt', `${SECRET}\n`);
      const session = await work([tools.shell('cat token.txt')]);
      assertWentWell(session);
      // Copilot masks GitHub tokens in its requests to the model.
      if (!client.masksSecrets)
        assert.ok(session.wasTold(SECRET), 'the tool itself should have seen it');
      assert.deepEqual(holding(SECRET), []);
      assert.equal(recorded('command.completed').length, 1);
    },
    { reduced: true },
  ),
  scenario(
    'a secret in a command line does not appear in the log',
    async ({ work, tools, holding, recorded }) => {
      assertWentWell(await work([tools.shell(`echo "token ${SECRET}" | wc -c`)]));
      assert.deepEqual(holding(SECRET), []);
      assert.equal(recorded('command.completed').length, 1);
    },
  ),
  scenario('a secret in a prompt is nowhere in the log', async ({ run, holding, recorded }) => {
    const session = await run({
      prompt: `Use the token ${SECRET} for the release.`,
      turns: [{ text: `I noted ${SECRET}, all of it.` }],
    });
    assertWentWell(session, ', all of it.');
    assert.deepEqual(holding(SECRET), []);
    const turns = recorded('transcript.turn').map(({ content }) => content);
    assert.equal(turns.length, 2);
    assert.match(turns[0], /for the release/);
  }),
  scenario(
    'a secret that is written to a file does not appear in the log',
    async ({ lab, work, tools, holding, recorded }) => {
      const text = `token = "${SECRET}"\n`;
      assertWentWell(await work([tools.write(lab.inProject('settings.ini'), text)]));
      assert.deepEqual(holding(SECRET), []);
      assert.equal(recorded('file.edit.applied').length, 1);
    },
  ),
  scenario(
    'text in private tags of a prompt is not in the log, but the rest is',
    async ({ run, holding, recorded }) => {
      const session = await run({
        prompt: 'Plan the party <private>for the surprise birthday</private> on Friday.',
        turns: [{ text: 'Planned.' }],
      });
      assertWentWell(session, 'Planned.');
      assert.deepEqual(holding('surprise birthday'), []);
      const [asked] = recorded('transcript.turn');
      assert.match(asked.content, /Plan the party[^]*on Friday/);
    },
    { reduced: true },
  ),
  scenario(
    'a fully private prompt leaves nothing of its turn',
    async ({ lab, run, tools, holding, recorded }) => {
      // Gives the client some of our context to put before the prompt.
      await lab.hookloom(['memory', 'remember', 'Presents are wrapped in paper']);
      const session = await run({
        prompt: '<private>Look for the hidden present.</private>',
        turns: [{ calls: [tools.shell('echo under-the-sofa')] }, { text: 'It is under the sofa.' }],
      });
      assertWentWell(session, 'It is under the sofa.');
      for (const text of ['hidden present', 'under-the-sofa', 'under the sofa'])
        assert.deepEqual(holding(text), []);
      assert.deepEqual(recorded('command.completed'), []);
    },
  ),
  scenario(
    'the keys in the client’s environment do not appear in the log',
    async ({ work, tools, holding, recorded }) => {
      const key = ['sk', 'ant', 'api03', 'Zx8Kq2LmN4pR6sT8uV0wX2yZ4aB6cD8e'].join('-');
      assertWentWell(await work([tools.shell('env')], { env: { DEPLOYMENT_API_KEY: key } }));
      assert.deepEqual(holding(key), []);
      assert.equal(recorded('command.completed').length, 1);
    },
  ),
];
