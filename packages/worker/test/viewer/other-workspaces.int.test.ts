/** Screens of other workspaces in a real browser: an empty one, very long ones, and one full of hostile text. */
import { byOperation } from '@hookloom/core/events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordGenesis } from '../../src/genesis.ts';
import { openBrowser, openPage, seriousFindings } from './browser.ts';
import { HOSTILE, hostileEvents } from './hostile-text.ts';
import { emptyWorkspace, seal } from './recorded-workspace.ts';
import { picture, SCREENS } from './screens.ts';
import { openSite } from './viewer-site.ts';

let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-viewer-'));
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const show = (page: Page, hash: string, url: string) => page.goto(`${url}/#/${hash}`);

it('a workspace in which only init has run says what to do first', async () => {
  const empty = await emptyWorkspace(path.join(folder, 'empty'));
  const system = { actorId: 'zaxy', origin: { channel: 'system' as const } };
  await recordGenesis(empty.runtime.store, empty.runtime.workspace);
  await seal(empty.runtime, { ...system, type: 'hook.heartbeat', payload: { source: 'init' } });
  await empty.runtime.close();
  const own = await openSite(empty.runtime.workspace, path.join(folder, 'empty'));
  const { page, context, trouble } = await openPage(browser, own);
  await page.goto(own.url);
  await page.getByText('Nothing is recorded yet').waitFor();
  await page.getByText('hookloom init').first().waitFor();
  await picture(page, 'first-run-light');
  expect([await seriousFindings(page), trouble]).toEqual([[], []]);
  await seal(own.runtime, {
    type: 'transcript.turn',
    actorId: 'user',
    payload: { role: 'user', content: 'Hello' },
    origin: { channel: 'user', client: 'codex', session_id: 's-1' },
  });
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  await context.close();
  await own.close();
});

it('tens of thousands of events scroll, and any position is reached at once', async () => {
  const long = await emptyWorkspace(path.join(folder, 'long'));
  const { store, workspace } = long.runtime;
  for (let batch = 0; batch < 2; batch++)
    await store.append(
      workspace.session,
      Array.from({ length: 10_000 }, (_, at) => ({
        // A type that notes are not made from, because notes would move the rows meanwhile.
        type: 'build.file.checked',
        actorId: 'build',
        payload: { path: `src/file-${batch * 10_000 + at + 1}.ts`, operation: 'checked' },
        origin: { channel: 'tool' as const },
      })),
      { durability: 'os' },
    );
  await long.runtime.close();
  const own = await openSite(workspace, path.join(folder, 'long'));
  const { page, context, trouble } = await openPage(browser, own);
  await show(page, 'timeline', own.url);
  await page.getByText('src/file-20000.ts').waitFor();
  const list = page.getByRole('listbox');
  await list.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await page.getByText('src/file-1.ts', { exact: true }).waitFor();
  await list.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
  await page.getByText('src/file-10000.ts', { exact: true }).waitFor();
  expect(await page.locator('.vrow').count()).toBeLessThan(80);
  // Far beyond what one answer reads.
  await page.getByLabel('Text of events').fill('file-777.ts');
  await page.locator('.vrow').first().getByText('src/file-777.ts').waitFor({ timeout: 120_000 });
  expect(trouble).toEqual([]);
  await context.close();
  await own.close();
});

it('notes load down to the oldest', async () => {
  const many = await emptyWorkspace(path.join(folder, 'notes'));
  const events = Array.from({ length: 250 }, (_, at) => ({
    type: 'note.recorded',
    actorId: 'hookloom-notes',
    origin: { channel: 'system' as const },
    payload: { session_id: 'c-1', type: 'change', title: `Note ${at + 1}.`, made_by: 'manual' },
  }));
  await many.runtime.store.append('invoices-default', events.map(byOperation), {
    durability: 'os',
  });
  await many.runtime.close();
  const own = await openSite(many.runtime.workspace, path.join(folder, 'notes'));
  const { page, context, trouble } = await openPage(browser, own);
  await show(page, 'memory?type=notes', own.url);
  await page.getByText('Note 250.').first().waitFor();
  const oldest = page.getByText('Note 1.', { exact: true });
  for (let turn = 0; turn < 20 && !(await oldest.isVisible()); turn++) {
    await page.getByRole('listbox').evaluate((box) => (box.scrollTop = box.scrollHeight));
    await page.waitForTimeout(150);
  }
  await oldest.waitFor();
  expect(trouble).toEqual([]);
  await context.close();
  await own.close();
});

it('hostile text in every field stays text on every screen', async () => {
  const hostile = await emptyWorkspace(path.join(folder, 'hostile'));
  await hostile.runtime.store.append('invoices-default', hostileEvents().map(byOperation), {
    durability: 'os',
  });
  await hostile.runtime.close();
  const own = await openSite(hostile.runtime.workspace, path.join(folder, 'hostile'));
  const { page, context, trouble } = await openPage(browser, own);
  await page.addInitScript({
    content: `addEventListener('securitypolicyviolation', ({ violatedDirective }) =>
      console.error('policy: ' + violatedDirective))`,
  });
  const first = HOSTILE[0]!;
  const asked = [
    ...SCREENS.map(([hash]) => hash).filter((hash) => !hash.startsWith('session?')),
    `session?id=${encodeURIComponent(first)}`,
    `memory?q=${encodeURIComponent(first)}`,
    `graph?name=${encodeURIComponent(first)}&type=issue`,
    'memory?type=all&superseded=1',
  ];
  for (const hash of asked) {
    await show(page, hash, own.url);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await page.waitForTimeout(150);
    const rows = page.locator('.vrow');
    if ((await rows.count()) > 3) await rows.nth(2).click();
  }
  for (const kind of ['note', 'prompt', 'hook', 'fact']) {
    await show(page, `timeline?kind=${kind}`, own.url);
    const list = page.getByRole('listbox');
    await page.locator('.vrow').first().waitFor();
    for (let at = 0; at < 6; at++) {
      await list.evaluate((element, top) => (element.scrollTop = top), at * 300);
      await page.locator('.vrow').nth(6).click();
      await page.getByText('Hashed in this page: it matches').waitFor();
    }
  }
  const marks = await page.evaluate(`({
    hurt: '__hurt' in window,
    foreign: document.querySelectorAll(
      'script:not([src$="/viewer/app.js"]), iframe, object, embed, form, base, style, video, img:not([src$="icon.svg"])',
    ).length,
  })`);
  // A name that the memory cleaned is not found by its hostile spelling. This is an answer, not an error.
  const hurt = trouble.filter((each) => !each.includes('status of 404'));
  expect([marks, hurt]).toEqual([{ hurt: false, foreign: 0 }, []]);
  await context.close();
  await own.close();
});
