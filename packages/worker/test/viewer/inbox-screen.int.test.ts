/** The inbox in a real browser: one key for each decision. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
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

it('one key reviews a statement, and another takes the review back', async () => {
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
  await page.getByLabel('What is right').fill('Jobs run in UTC.');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText(`Edited: ${OTHER}`).waitFor();
  await page.keyboard.press('u');
  await chosen.getByText(OTHER).waitFor();
  expect(watched.trouble).toEqual([]);
});
