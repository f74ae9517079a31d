/**
 * Every screen of the viewer in a real browser, on a recorded workspace. Set HOOKLOOM_SCREENSHOTS=1 to update
 * docs/images/viewer.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, seriousFindings, type Watched } from './browser.ts';
import { recordWorkspace, seal } from './recorded-workspace.ts';
import { CAUSE, picture, SCREENS } from './screens.ts';
import { openSite, type Site } from './viewer-site.ts';

const OTHER = 'The root cause was an old time zone in the invoice job.';

let folder: string;
let browser: Browser;
let site: Site;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-viewer-'));
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
  await site.worker.workspaces.ensureProject('shop');
  const saved = await fetch(`${site.url}/api/memory/save`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${site.token}` },
    body: JSON.stringify({
      project: 'shop',
      title: 'Orders are sorted by day',
      text: 'Orders of the shop are sorted by day, in UTC, the newest first.',
    }),
  });
  expect(saved.status).toBe(200);
  await site.settled();
  browser = await opening;
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

const decide = (decision: string) =>
  seal(site.runtime, {
    type: 'decision.made',
    actorId: 'user',
    payload: { decision },
    origin: { channel: 'user' },
  });

const show = (page: Page, hash: string) => page.goto(`${site.url}/#/${hash}`);

describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await openPage(browser, site, { colorScheme });
  });
  afterAll(() => watched.context.close());

  it.each(SCREENS)('%s shows what was recorded, and is accessible', async (...row) => {
    const [hash, name, shows] = row;
    const { page, trouble } = watched;
    await show(page, hash);
    for (const words of shows) await page.getByText(words).first().waitFor();
    await picture(page, `${name}-${colorScheme}`);
    expect(await seriousFindings(page)).toEqual([]);
    expect(trouble).toEqual([]);
  });
});

describe('with keyboard and mouse', () => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await openPage(browser, site);
  });
  afterAll(() => watched.context.close());

  it('a row opens its sealed event, which is hashed in the page', async () => {
    const { page } = watched;
    await show(page, 'timeline');
    await page.getByText('npm test -- reminder').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('Hashed in this page: it matches').waitFor();
    await page.getByText('It is the newest event.').waitFor();
    await picture(page, 'event-light');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Hashed in this page: it matches').waitFor({ state: 'detached' });
  });

  it('closing an event returns the focus to its row, or to the link that opened it', async () => {
    const { page } = watched;
    const drawer = page.getByRole('complementary', { name: 'Sealed event' });
    await show(page, 'timeline');
    await page.getByText('npm test -- reminder').click();
    await page.locator('aside.drawer:focus').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.vlist:focus .vrow.active', { hasText: 'npm test' }).waitFor();
    await show(page, 'memory');
    const link = page.locator('main a.cite, main button.cite').first();
    await link.click();
    await page.locator('aside.drawer:focus').waitFor();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await page.locator('main .cite:focus').waitFor();
  });

  it('distinguishes an event that was changed in transit from an intact one', async () => {
    const { page } = watched;
    await page.route('**/api/viewer/event?**', async (route) => {
      const authorization = `Bearer ${site.token}`;
      const answer = await route.fetch({ headers: { authorization } });
      const text = await answer.text();
      await route.fulfill({ response: answer, body: text.replaceAll('reminder', 'remainder') });
    });
    await show(page, 'timeline');
    await page.getByText('npm test -- reminder').click();
    await page.getByText('The content does not match its hash').waitFor();
    await page.unroute('**/api/viewer/event?**');
    await page.keyboard.press('Escape');
  });

  it('keys search, change the screen and show their help', async () => {
    const { page } = watched;
    await page.keyboard.press('4');
    await page.getByRole('heading', { name: 'Memory', exact: true }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('invoice numbers\n');
    await page.getByText('Why it was found').waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('?');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Keys' }).waitFor({ state: 'hidden' });
  });

  it('the search finds text in the whole log, and says if there is none', async () => {
    const { page } = watched;
    await show(page, 'timeline');
    await page.getByLabel('Text of events').fill('reminder-mail');
    await page.locator('.vrow').first().getByText('src/reminder-mail.mjs').waitFor();
    await page.getByLabel('Text of events').fill('nobody ever said this');
    await page.getByText('No event matches these filters.').waitFor();
  });

  it('a corrected fact is shown with its validity and its replacement', async () => {
    const { page } = watched;
    await show(page, 'memory?superseded=1');
    await page.getByText('Invoice numbers have the prefix INV and four digits.').first().click();
    await page.getByText('Valid since').waitFor();
    await page.getByText(/replaced by/).waitFor();
    await picture(page, 'memory-versions-light');
  });

  it('a pin waits for ten seconds and can be undone', async () => {
    const { page } = watched;
    const head = (await site.runtime.store.head('invoices-default'))!.seq;
    await show(page, 'memory');
    await page.getByRole('button', { name: 'Pin' }).click();
    await page.getByText('This will be pinned.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('This will be pinned.').waitFor({ state: 'detached' });
    expect((await site.runtime.store.head('invoices-default'))!.seq).toBe(head);
  });

  it('corrections, pins, deletions and restores take effect after their ten seconds', async () => {
    const { page } = watched;
    await show(page, 'integrity');
    await page.getByRole('button', { name: 'Retry' }).click();
    await show(page, 'memory?type=task');
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('Corrected text').fill('Show the due date in both mails');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await show(page, 'memory?type=summaries');
    await page.getByText('Find out why the due date test fails').first().click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await show(page, 'timeline?kind=note');
    await page.getByText('Due dates are compared as calendar days').click();
    await page.getByRole('button', { name: 'Pin' }).click();
    await show(page, 'memory?type=notes');
    await page.getByText('Invoice numbers come from a PostgreSQL sequence').first().click();
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('Title').fill('Invoice numbers come from the sequence invoice_seq');
    await page.getByLabel('Facts, a line each').fill('It starts at 100000\nIt never goes back');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    for (const said of ['The older version stays as history.', 'Deleted: its content was removed'])
      await page.getByText(said).waitFor({ timeout: 120_000 });
    await page.getByText('It never goes back').waitFor({ timeout: 120_000 });
    await show(page, 'timeline?kind=note');
    await page.getByText('Invoice numbers come from the sequence invoice_seq').first().waitFor();
    await page.getByText('corrected', { exact: true }).waitFor();
    await page.getByText('pinned', { exact: true }).first().waitFor();
    await show(page, 'memory?type=task');
    await page.getByText('Show the due date in both mails').first().waitFor();
    await show(page, 'memory?type=summaries');
    await page.getByText('Find out why the due date test fails').waitFor({ state: 'detached' });
    await show(page, 'integrity');
    await page.getByText('None. Every item has its note').waitFor();
  });

  it('both lists can show the rows of all projects', async () => {
    const { page } = watched;
    await show(page, 'timeline?kind=note');
    await page.getByLabel('all projects').check();
    await page.getByText('Orders are sorted by day').waitFor();
    await page.locator('.vrow').filter({ hasText: 'invoices' }).first().waitFor();
    await page.locator('.toast').first().waitFor({ state: 'detached' });
    await picture(page, 'timeline-all-light');
    await page.getByText('Orders are sorted by day').click();
    await page.getByText('Hashed in this page: it matches').waitFor();
    await show(page, 'memory?type=notes&all=1');
    await page.getByText('Orders are sorted by day').first().waitFor();
    await page.locator('.vrow').filter({ hasText: 'invoice_seq' }).click();
    await page.getByText('It never goes back').waitFor();
    await picture(page, 'note-corrected-light');
    await page.getByText('Due dates are compared as calendar days').first().waitFor();
    await show(page, 'memory?all=1&q=sorted by day in UTC');
    await page.locator('.vrow').filter({ hasText: 'shop' }).first().waitFor();
    await page.locator('.vrow').filter({ hasText: 'invoices' }).first().waitFor();
  });

  it('the injection follows branch, files and budget', async () => {
    const { page } = watched;
    await show(page, 'injection');
    await page
      .getByText(/recognised by/)
      .first()
      .waitFor();
    const first = page.locator('li:has(.why)').first();
    await first.filter({ hasText: 'npm test -- reminder' }).waitFor();
    await page.getByLabel('Changed files').fill('src/calendar.ts');
    await first.filter({ hasText: 'calendar days in UTC' }).waitFor();
  });

  it('a button compacts the log and reports the result', async () => {
    const { page } = watched;
    await show(page, 'economics');
    await page.getByRole('button', { name: 'Compact the log' }).click();
    await page.getByText(/summarized in 1 window/).waitFor();
  });

  it('shows what forgetting would destroy before it destroys anything', async () => {
    const { page } = watched;
    await show(page, 'memory?type=goal');
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.getByText('The content of 1 event is destroyed').waitFor();
    await page.getByText(/Not destroyed:/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('The content of 1 event is destroyed').waitFor({ state: 'detached' });
  });

  it('the graph returns to its state at an earlier event', async () => {
    const { page } = watched;
    await show(page, 'graph?name=user&type=actor');
    await page.getByText('made decision').first().waitFor();
    await page.getByLabel('Position in the log').fill('10');
    await page.getByText(/after event 10/).waitFor();
    await page.getByText('It has no relations').waitFor();
  });

  it('shows new events by itself', async () => {
    const { page } = watched;
    await show(page, 'timeline');
    await page.getByText('npm test -- reminder').waitFor();
    await decide('Reminders go out at noon');
    await page.getByText('Reminders go out at noon').waitFor();
  });

  it('sends a saved setting, and only what was changed', async () => {
    const { page } = watched;
    await show(page, 'settings');
    await page.getByLabel(/CONTEXT_OBSERVATIONS$/).fill('80');
    await page.getByRole('button', { name: 'Save the change' }).click();
    await page.getByText('Saved.').waitFor();
    const file = fs.readFileSync(path.join(folder, 'worker', 'settings.json'), 'utf8');
    expect(JSON.parse(file)).toEqual({ CLAUDE_MEM_CONTEXT_OBSERVATIONS: '80' });
  });

  it('every screen can be reached in a narrow window, which names the project', async () => {
    const { page } = watched;
    await page.setViewportSize({ width: 800, height: 900 });
    const links = await page.getByRole('navigation').getByRole('link').all();
    expect(links.length).toBeGreaterThan(13);
    for (const link of links) {
      const box = await link.boundingBox();
      expect(box!.x + box!.width).toBeLessThanOrEqual(800);
    }
    const project = await page.getByLabel('Project', { exact: true }).boundingBox();
    expect(project!.width).toBeGreaterThan(80);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('says that it is loading while the worker takes long', async () => {
    const { page } = watched;
    let answer = () => {};
    const asked = new Promise<void>((resolve) => (answer = resolve));
    await page.route('**/api/viewer/missions?**', (route) => asked.then(() => route.continue()));
    await show(page, 'missions');
    await page.getByText('Loading…').waitFor();
    answer();
    await page.getByText('Loading…').waitFor({ state: 'detached' });
    await page.unroute('**/api/viewer/missions?**');
  });

  it('recorded text cannot reverse the text around it', async () => {
    const { page } = watched;
    await decide('\u202eLabels are printed from right to left');
    await show(page, 'timeline');
    await page.getByText('Labels are printed from right to left').first().click();
    await page.getByText('Hashed in this page: it matches').waitFor();
    expect(await page.locator('body').innerText()).not.toContain('\u202e');
    await page.keyboard.press('Escape');
  });

  it('none of this caused an error, a dialog or a request to another host', () => {
    expect(watched.trouble).toEqual([]);
  });
});

it('a browser logs in with its code, which disappears from the address, and not without it', async () => {
  const { page, context, trouble } = await openPage(browser, site, { isLoggedIn: false });
  await page.goto(site.url);
  await page.getByLabel('Code').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto('about:blank');
  trouble.length = 0;
  await page.goto(`${site.url}/#code=${await site.code()}`);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  await page.getByText('Add the due date to the reminder mail').first().waitFor();
  await page.getByText('live', { exact: true }).first().waitFor();
  expect(page.url()).toBe(`${site.url}/`);
  expect(trouble).toEqual([]);
  await context.close();
});
