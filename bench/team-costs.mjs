// The CPU cost of single replication steps for the server of a team store: a sync that finds nothing new, one that
// sends an event and notifies the others, a fetch of one changed log, and a sync with its own connection. One after
// another.
//   npm run bench:team-costs [-- --times 500]
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startCluster } from '../scripts/postgres-cluster.mjs';
import { option } from './lib/load.mjs';
import { cpuOf, loadTeam, openMachine, SETTING } from './lib/team-machines.mjs';

const times = Number(option('times', '500'));
const team = await loadTeam('team-costs');
const cluster = await startCluster({ settings: { shared_buffers: '256MB' } });
const root = mkdtempSync(path.join(os.tmpdir(), 'hookloom-bench-'));
process.env.HOOKLOOM_STATE_DIR = path.join(root, 'state');
const links = [];
const machines = [];
try {
  const store = await team.connect(cluster.url, { setting: SETTING });
  await team.migrate(store);
  for (const name of ['ann', 'bob'])
    machines.push(await openMachine(team, { root, name, url: cluster.url }));
  const [ann, bob] = machines;
  const held = () => {
    const link = team.holdLink({ onNews() {}, onLost() {} });
    links.push(link);
    return link;
  };
  const [annLink, bobLink] = [held(), held()];
  const { session } = ann.workspace;
  const decide = () =>
    ann.runtime.store.append(session, [
      {
        type: 'decision.made',
        actorId: 'ann',
        payload: { title: 'Decision', text: 'because it holds '.repeat(25) },
        origin: { channel: 'user' },
      },
    ]);
  await decide();
  for (const [machine, link] of [
    [ann, annLink],
    [bob, bobLink],
  ])
    await team.syncTeam(machine.runtime.context, { link });
  const sends = { link: annLink, sessions: [session], fetches: false };
  const STEPS = {
    'a sync that finds nothing new': () => team.syncTeam(bob.runtime.context, { link: bobLink }),
    'the same, with a connection of its own': () => team.syncTeam(bob.runtime.context),
    'an event, sent and told': async () => {
      await decide();
      await team.syncTeam(ann.runtime.context, sends);
    },
    'an event, sent, told and fetched by another machine': async () => {
      await decide();
      await team.syncTeam(ann.runtime.context, sends);
      await team.syncTeam(bob.runtime.context, { link: bobLink, sessions: [] });
    },
  };
  for (const [name, step] of Object.entries(STEPS)) {
    const [spent, own, started] = [cpuOf(cluster.pid()), process.cpuUsage(), performance.now()];
    for (let at = 0; at < times; at++) await step();
    const { user, system } = process.cpuUsage(own);
    const per = (seconds) => ((seconds * 1000) / times).toFixed(2);
    console.log(
      `${name}: server ${per(cpuOf(cluster.pid()) - spent)} ms, machine ${per((user + system) / 1e6)} ms, wall ${per((performance.now() - started) / 1000)} ms`,
    );
  }
  console.log(`load ${os.loadavg()[0].toFixed(1)}`);
  await store.close();
} finally {
  for (const link of links) await link.close();
  for (const machine of machines) await machine.runtime.close();
  await cluster.stop();
  rmSync(root, { recursive: true, force: true });
}
