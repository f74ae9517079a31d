/** What you see first on a screen, in a real browser: an answer, a graph, and a narrow window. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { recordWorkspace } from './recorded-workspace.ts';
import { openSite, type Site } from './viewer-site.ts';

let folder: string;
let browser: Browser;
let site: Site;
let page: Page;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-look-'));
  const opening = openBrowser();
  const { runtime } = await recordWorkspace(folder);
  site = await openSite(runtime.workspace, folder);
  browser = await opening;
  ({ page } = await openPage(browser, site));
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const show = (hash: string) => page.goto(`${site.url}/#/${hash}`);

it('says what is not in the memory', async () => {
  await show('memory?q=who is the mayor of Lisbon');
  await page.getByText('The memory does not know').waitFor();
  await page.getByText(/Not in memory: .*lisbon/).waitFor();
});

it('offers no pin for a fact that is pinned', async () => {
  await show('memory?type=memory');
  await page.getByRole('button', { name: 'Forget' }).waitFor();
  expect(await page.getByRole('button', { name: 'Pin' }).count()).toBe(0);
});

it('chooses one of two facts from the same event', async () => {
  const content =
    'We decided that amounts are integer cents. We decided that prices include taxes.';
  const { store, workspace } = site.runtime;
  const turn = { type: 'transcript.turn', actorId: 'user', payload: { role: 'user', content } };
  await store.append(workspace.session, [{ ...turn, origin: { channel: 'user' } }]);
  await site.settled();
  await show('memory?type=decision');
  for (const words of [/prices include taxes/, /amounts are integer/]) {
    await page.locator('.vrow', { hasText: words }).click();
    await page.locator('.fact > .said', { hasText: words }).waitFor();
    expect(await page.locator('.vrow.chosen').count()).toBe(1);
  }
});

it('the graph opens at a file, which has relations', async () => {
  await show('graph');
  await page.locator('.entity[aria-pressed=true]', { hasText: 'file edit' }).waitFor();
  await page.locator('.graph circle').first().waitFor();
});

it('a phone shows every label and every field in full', async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  for (const [hash, text] of [
    ['settings', /Idle timeout of the worker/],
    ['economics', 'Notes and their budget'],
    ['hooks', 'What would fire'],
    ['integrity', 'incomplete lines repaired'],
    ['injection', 'Task or prompt'],
    ['timeline', 'Find out why'],
  ] as const) {
    await show(hash);
    const label = page.getByText(text).first();
    await label.waitFor();
    expect((await label.boundingBox())!.width, hash).toBeGreaterThan(140);
    const inside = `[...document.querySelectorAll('main, .scroll')].every((at) => at.scrollWidth <= at.clientWidth)`;
    expect(await page.evaluate(inside), hash).toBe(true);
  }
});
