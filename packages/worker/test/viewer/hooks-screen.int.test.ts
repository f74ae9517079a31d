/** How the table of hook runs breaks its lines, in a real browser. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, openPage } from './browser.ts';
import { recordWorkspace } from './recorded-workspace.ts';
import { openSite, type Site } from './viewer-site.ts';

let folder: string;
let browser: Browser;
let site: Site;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-viewer-'));
  const { runtime } = await recordWorkspace(folder);
  site = await openSite(runtime.workspace, folder);
  await site.settled();
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** The number of lines of the part of each file name that follows its folder. */
const LINES = `[...document.querySelectorAll('section:last-of-type td.mono')].map((cell) => {
  const range = document.createRange();
  const walker = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
  let last = walker.nextNode();
  for (let node = last; node !== null; node = walker.nextNode()) last = node;
  range.setStart(last, last.textContent.lastIndexOf('/') + 1);
  range.setEnd(last, last.textContent.length);
  return range.getClientRects().length;
})`;

it.each([1280, 800, 420])('a line number stays beside its file at %i pixels', async (width) => {
  const { context, page } = await openPage(browser, site, { colorScheme: 'light' });
  await page.setViewportSize({ width, height: 800 });
  await page.goto(`${site.url}/#/hooks`);
  await page.locator('td.mono', { hasText: 'settings.json:10' }).first().waitFor();
  const lines = await page.evaluate<number[]>(LINES);
  expect(lines.length).toBeGreaterThan(2);
  expect([...new Set(lines)]).toEqual([1]);
  await context.close();
});
