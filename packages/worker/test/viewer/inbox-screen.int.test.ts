/** The inbox, the review queue and the missions in a real browser: one key for each decision. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { reportFinding } from '../../src/missions/report-finding.ts';
import { assignWork, createWorker, startMission } from '../../src/missions/run-mission.ts';
import { proposeCandidate } from '../../src/operations/consolidation.ts';
import { openBrowser, openPage, seriousFindings } from './browser.ts';
import { recordWorkspace } from './recorded-workspace.ts';
import { openSite, type Site } from './viewer-site.ts';

const CAUSE = 'The root cause was a wrong time zone in the reminder job.';
const OTHER = 'The root cause was an old time zone in the invoice job.';

let folder: string;
let browser: Browser;
let site: Site;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-inbox-'));
  const opening = openBrowser();
  const { runtime } = await recordWorkspace(folder);
  site = await openSite(runtime.workspace, folder);
  await site.runtime.store.append(
    runtime.workspace.session,
    [OTHER, CAUSE].map((content) => ({
      type: 'transcript.turn',
      actorId: 'assistant',
      payload: { role: 'assistant', content },
      origin: { channel: 'model' as const },
    })),
  );
  browser = await opening;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

it('the navigation counts what waits for a review, and ends with the settings', async () => {
  const { page } = await openPage(browser, site);
  const names = page.getByRole('navigation', { name: 'Screens' }).getByRole('listitem');
  await page.goto(`${site.url}/#/inbox`);
  const counted = (count: number) => names.filter({ hasText: `Inbox${count}i` }).waitFor();
  await page.locator('.inbox .chosen').getByText(CAUSE).waitFor();
  const count = Number.parseInt((await page.getByText(/^\d+ proposed$/).textContent())!, 10);
  await counted(count);
  expect(await names.last().textContent()).toBe('Settings0');
  await page.keyboard.press('r');
  await counted(count - 1);
  await page.keyboard.press('u');
  await counted(count);
  await page.keyboard.press('0');
  await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
});

it('one key reviews a statement, and another undoes the review', async () => {
  const watched = await openPage(browser, site);
  const { page } = watched;
  await page.goto(`${site.url}/#/now`);
  await page.getByText('sessions at work').waitFor();
  await page.keyboard.press('i');
  const chosen = page.locator('.inbox .chosen');
  await chosen.getByText(CAUSE).waitFor();
  await page.keyboard.press('r');
  await page.getByText(`Rejected: ${CAUSE}`).waitFor();
  await chosen.getByText(OTHER).waitFor();
  await page.keyboard.press('u');
  await chosen.getByText(CAUSE).waitFor();
  await page.keyboard.press('m');
  await chosen.getByRole('button', { name: OTHER }).click();
  await page.getByText(`Merged: ${CAUSE}`).waitFor();
  await chosen.getByText('said 2 times').waitFor();
  await page.keyboard.press('e');
  await page.getByLabel('Corrected text').fill('Jobs run in UTC.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Edited: ${OTHER}`).waitFor();
  await page.keyboard.press('u');
  await chosen.getByText(OTHER).waitFor();
  expect(watched.trouble).toEqual([]);
});

const HOSTILE = 'Releases are cut on <img src=x onerror=alert(1)> Fridays';
const FINDING = 'The token expires before the refresh runs';
const mission_id = 'login-bug';

async function proposeAndReport(): Promise<void> {
  const { context, store } = site.runtime;
  const [{ session } = { session: '' }] = await store.sessions();
  const said = { type: 'transcript.turn', actorId: 'user', payload: { content: 'On Fridays.' } };
  const write = async (log: string) => {
    const [at] = await store.append(log, [{ ...said, origin: { channel: 'user' as const } }]);
    return { seq: at!.seq, hash: at!.hash.slice(7) };
  };
  const agent = { channel: 'model' as const, client: 'claude-code', clientSession: 'c1' };
  const about = { candidate_type: 'claim' as const, confidence: 0.6, method: 'manual' };
  const proposal = { title: HOSTILE, summary: 'The user said so.', session_id: session };
  await proposeCandidate(
    context,
    { ...about, ...proposal, source_events: [await write(session)] },
    agent,
  );
  await startMission(context, { mission_id, objective: 'Find the login bug' }, agent);
  await createWorker(context, { mission_id, worker_id: 'w1' }, agent);
  await assignWork(
    context,
    { mission_id, worker_id: 'w1', assignment: 'Read the token code' },
    agent,
  );
  const { seq, hash } = await write('w1');
  const citation = `eventloom://w1/events/${seq}#${hash.slice(0, 12)}`;
  const evidence = [{ kind: 'event' as const, reference: 'a turn', citation }];
  await reportFinding(
    context,
    { mission_id, worker_id: 'w1', summary: FINDING, evidence },
    { channel: 'model', client: 'codex', connection: 'x1' },
  );
}

it('one key decides on a proposal and a finding, and the mission shows the result', async () => {
  await proposeAndReport();
  const watched = await openPage(browser, site);
  const { page } = watched;
  await page.goto(`${site.url}/#/now`);
  await page.getByText('sessions at work').waitFor();
  await page.keyboard.press('v');
  const chosen = page.locator('.inbox .chosen');
  await chosen.getByText(HOSTILE).waitFor();
  await page.keyboard.press('a');
  await chosen.getByText('accepted').waitFor();
  await page.keyboard.press('r');
  await page.getByText(`Reject: ${HOSTILE}`).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await chosen.getByText(HOSTILE).waitFor();
  await page.keyboard.press('s');
  await chosen.getByText(FINDING).waitFor();
  await page.keyboard.press('a');
  await chosen.getByText('accepted').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press('p');
  await page.getByText('1 waiting').waitFor();
  await page.keyboard.press('n');
  await page.getByRole('link', { name: 'Find the login bug' }).click();
  await page.getByRole('heading', { name: 'Established' }).waitFor();
  await page.getByText(FINDING).waitFor();
  await page.getByText('Read the token code').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  expect(watched.trouble).toEqual([]);
});

it('a conflict shows what each worker reports', async () => {
  const { context } = site.runtime;
  const agent = { channel: 'model' as const, client: 'codex' };
  const mission_id = 'cart';
  await startMission(context, { mission_id, objective: 'Make the cart accessible' }, agent);
  for (const [worker_id, value] of [
    ['ann', 'div'],
    ['ben', 'button'],
  ] as const) {
    await createWorker(context, { mission_id, worker_id }, agent);
    const summary = `The cart opens on a ${value}`;
    const claim = { claim_key: 'cart.element', claim_value: value };
    await reportFinding(context, { mission_id, worker_id, summary, ...claim }, agent);
  }
  const { page } = await openPage(browser, site);
  await page.goto(`${site.url}/#/missions?mission=cart`);
  await page.getByText('ann reports “The cart opens on a div”; ben reports “The cart').waitFor();
});
