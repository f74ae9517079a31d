// The settings that our command writes for a client, and how it removes them.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import { fingerprint, listFolders } from '../../lab/files.mjs';
import { assertWentWell, onlyOne, scenario } from '../../lab/scenario.mjs';

/** The log is the user's and stays; our own state is not a file of the client's. */
const OURS = /^(project\/\.eventloom|home\/\.local\/state\/hookloom)(\/|$)/;
const isLeftOut = (name) => OURS.test(name) || name.startsWith('tmp/');

const standing = (lab) => ({
  files: fingerprint(lab.root, isLeftOut),
  folders: listFolders(
    lab.root,
    (name) => isLeftOut(name) || /^home\/\.local(\/state)?\/$/.test(name),
  ),
});

export const connecting = [
  scenario(
    'uninstall restores the home folder and the project byte for byte',
    async ({ lab, connect }) => {
      const before = standing(lab);
      await connect();
      assert.notDeepEqual(standing(lab), before, 'nothing was written at all');
      await lab.hookloom(['uninstall']);
      assert.deepEqual(standing(lab), before);
    },
    { connected: false, reduced: true },
  ),
  scenario(
    'uninstall after sessions restores the user’s settings',
    async ({ client, lab, connect, work, tools }) => {
      // We write into the project's settings, which contain something of the user's.
      client.addOwnHook(lab, 'true');
      const own = [...client.settingsOfTheUser(lab), client.ownHookFile(lab)];
      const standsIn = () => own.map((file) => fs.readFileSync(file, 'utf8'));
      const before = standsIn();
      await connect(['--capture', 'start']);
      // If ours are in a separate file, nothing of the user's changes.
      if (client.ourHookFile === undefined)
        assert.notDeepEqual(standsIn(), before, 'nothing was written at all');
      else assert.ok(fs.existsSync(client.ourHookFile(lab)), 'nothing was written at all');
      assertWentWell(await work([tools.shell('echo something')], client.withOwnHook ?? {}));
      await lab.hookloom(['uninstall']);
      assert.deepEqual(standsIn(), before);
      const { code } = await lab.hookloom(['capture', 'status'], { mayFail: true });
      assert.equal(code, 4, 'the watcher still runs');
    },
    { connected: false },
  ),
  scenario(
    'a session runs without Hookloom after uninstall',
    async ({ client, lab, work, tools }) => {
      assertWentWell(await work([tools.shell('echo recorded')]));
      await lab.hookloom(['uninstall']);
      const count = lab.events().length;
      assert.ok(count > 0, 'nothing was recorded before');
      const session = await work([tools.shell('echo unrecorded')]);
      assertWentWell(session);
      assert.equal(lab.events().length, count);
      const { needs } = tools.mcp('memory_query', {});
      for (const { body } of session.asked)
        assert.ok(!client.isOffered(body, needs), 'the tools of the memory are still offered');
    },
  ),
  scenario(
    'connecting twice changes no byte the second time',
    async ({ lab, connect, work, tools, recorded }) => {
      await connect();
      const once = standing(lab);
      await connect();
      assert.deepEqual(standing(lab), once);
      assertWentWell(await work([tools.shell('echo once')]));
      assert.equal(recorded('command.completed').length, 1);
    },
    { connected: false },
  ),
  scenario(
    "the user's own hooks in the client's settings go on running beside ours",
    async ({ client, lab, connect, work, tools, recorded, exists }) => {
      client.addOwnHook(lab, 'touch own-hook-ran.txt');
      await connect();
      assertWentWell(await work([tools.shell('echo beside')], client.withOwnHook ?? {}));
      assert.ok(exists('own-hook-ran.txt'), "the user's hook did not run");
      assert.equal(recorded('command.completed').length, 1);
    },
    { connected: false },
  ),
  scenario(
    'a session is recorded completely right after connecting, without another process',
    async ({ client, lab, run, recorded }) => {
      const session = await run({ prompt: 'Say hi.', turns: [{ text: 'hi' }] });
      assertWentWell(session, 'hi');
      onlyOne(
        recorded('hook.session_started'),
        ({ source }) => source === client.name,
        'the start',
      );
      const { stdout } = await lab.hookloom(['memory', 'log', '--limit', '20']);
      assert.match(stdout, /session/);
    },
  ),
];
