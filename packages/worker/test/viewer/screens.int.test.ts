/**
 * Every screen of the viewer in a real browser, on a recorded workspace. Set HOOKLOOM_SCREENSHOTS=1 to update
 * docs/images/viewer.
 */
import { byOperation } from '@hookloom/core';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser, openPage, seriousFindings, type Watched } from './browser.ts';
import { HOSTILE, hostileEvents } from './hostile-text.ts';
import { emptyWorkspace, recordWorkspace, seal } from './recorded-workspace.ts';
import { smallPng } from './small-png.ts';
import { openSite, type Site } from './viewer-site.ts';

const IMAGES = path.resolve('docs/images/viewer');
const SESSION = '6957167e-70de-42b6-ad6e-8b09ddac1fe5';

const CAUSE = 'The root cause was a wrong time zone in the reminder job.';
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

/** Address, name of its image, and required content. */
const SCREENS: [hash: string, name: string, shows: (string | RegExp)[]][] = [
  ['now', 'now', ['2 sessions at work.', 'Add the due date to the reminder mail', 'hook, median']],
  ['timeline', 'timeline', ['Sat 21 Nov', 'npm test -- reminder', 'exit 1']],
  ['timeline?kind=note,summary', 'timeline-notes', ['Due dates are compared as calendar days']],
  ['session', 'sessions', ['3 sessions', 'The due date test fails', /→/]],
  [
    `session?id=${SESSION}`,
    'session',
    ['Find out why and fix it.', 'src/due-date.mjs', 'Both tests pass with TZ=America/Los_Angeles'],
  ],
  [
    'memory',
    'memory',
    ['Commit messages are short', /Invoice numbers have the prefix INV and six/],
  ],
  [
    'memory?q=how should due dates be compared',
    'memory-search',
    ['Why it was found', 'its own words', 'In a checkout', 'reported, tool'],
  ],
  [
    'memory?type=notes',
    'memory-notes',
    ['Due dates are compared as calendar days', 'made by rules'],
  ],
  [
    'graph?name=user&type=actor',
    'graph',
    ['made decision', /now, after \d+ events/, 'ask the memory'],
  ],
  [
    'hooks',
    'hooks',
    ['tool names are case-sensitive', 'Claude Code runs this file', 'timed out', 'slowest of 5'],
  ],
  [
    'injection',
    'injection',
    ['Due dates are calendar days in UTC', 'of 8.2 KB', 'Earlier contexts'],
  ],
  ['integrity', 'integrity', ['The chain is whole', 'provider unavailable', 'Retry']],
  ['economics', 'economics', ['claude-haiku-4-5', '$0.0269', 'projection', 'Compact the log']],
  ['inbox', 'inbox', [CAUSE, 'Accept', 'recognised by']],
  ['settings', 'settings', ['Context observations', 'Skip tools', 'Worker idle minutes']],
];

async function show(page: Page, hash: string, url = site.url): Promise<void> {
  await page.goto(`${url}/#/${hash}`);
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['HOOKLOOM_SCREENSHOTS'] !== '1') return;
  fs.mkdirSync(IMAGES, { recursive: true });
  fs.writeFileSync(path.join(IMAGES, `${name}.png`), smallPng(await page.screenshot()));
}

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

  it('an event that was changed in transit is distinguished from an intact one', async () => {
    const { page } = watched;
    await page.route('**/api/viewer/event?**', async (route) => {
      const authorization = `Bearer ${site.token}`;
      const answer = await route.fetch({ headers: { authorization } });
      const text = await answer.text();
      await route.fulfill({ response: answer, body: text.replaceAll('reminder', 'remainder') });
    });
    await show(page, 'timeline');
    await page.getByText('npm test -- reminder').click();
    await page.getByText('The content does not give its hash').waitFor();
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

  it('the search finds text in the whole log and says if there is none', async () => {
    const { page } = watched;
    await show(page, 'timeline');
    await page.getByLabel('Text of events').fill('reminder-mail');
    await page.locator('.vrow').first().getByText('src/reminder-mail.mjs').waitFor();
    await page.getByLabel('Text of events').fill('nobody ever said this');
    await page.getByText('No event passes these filters.').waitFor();
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
    await page.getByLabel('What is right now').fill('Show the due date in both mails');
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
    for (const said of ['The older version stays as history.', 'Deleted: its content is gone'])
      await page.getByText(said).waitFor({ timeout: 20_000 });
    await page.getByText('It never goes back').waitFor({ timeout: 20_000 });
    await show(page, 'timeline?kind=note');
    await page.getByText('Invoice numbers come from the sequence invoice_seq').first().waitFor();
    await page.getByText('corrected', { exact: true }).waitFor();
    await page.getByText('pinned', { exact: true }).first().waitFor();
    await show(page, 'memory?type=task');
    await page.getByText('Show the due date in both mails').first().waitFor();
    await show(page, 'memory?type=summaries');
    await page.getByText('Find out why the due date test fails').waitFor({ state: 'detached' });
    await show(page, 'integrity');
    await page.getByText('None. Notes could be made').waitFor();
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
    await first.filter({ hasText: 'reminder mail' }).waitFor();
    await page.getByLabel('Changed files').fill('src/calendar.ts');
    await first.filter({ hasText: 'calendar days in UTC' }).waitFor();
  });

  it('a button compacts the log and reports the result', async () => {
    const { page } = watched;
    await show(page, 'economics');
    await page.getByRole('button', { name: 'Compact the log' }).click();
    await page.getByText(/digested in 1 window/).waitFor();
  });

  it('shows what forgetting would destroy before it destroys anything', async () => {
    const { page } = watched;
    await show(page, 'memory?type=goal');
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.getByText('One event loses its content').waitFor();
    await page.getByText(/Not reached:/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('One event loses its content').waitFor({ state: 'detached' });
  });

  it('the graph goes back to its state at an earlier event', async () => {
    const { page } = watched;
    await show(page, 'graph?name=user&type=actor');
    await page.getByText('made decision').first().waitFor();
    await page.getByLabel('Place in the log').fill('10');
    await page.getByText(/after event 10/).waitFor();
    await page.getByText('It has no relations').waitFor();
  });

  it('shows new events by itself', async () => {
    const { page } = watched;
    await show(page, 'timeline');
    await page.getByText('npm test -- reminder').waitFor();
    await seal(site.runtime, {
      type: 'decision.made',
      actorId: 'user',
      payload: { decision: 'Reminders go out at noon' },
      origin: { channel: 'user' },
    });
    await page.getByText('Reminders go out at noon').waitFor();
  });

  it('sends a saved setting, and only what was changed', async () => {
    const { page } = watched;
    await show(page, 'settings');
    await page.getByLabel('Context observations').fill('80');
    await page.getByRole('button', { name: 'Save the change' }).click();
    await page.getByText('Saved.').waitFor();
    const file = fs.readFileSync(path.join(folder, 'worker', 'settings.json'), 'utf8');
    expect(JSON.parse(file)).toEqual({ CLAUDE_MEM_CONTEXT_OBSERVATIONS: '80' });
  });

  it('none of this caused an error, a dialog or a request to another host', () => {
    expect(watched.trouble).toEqual([]);
  });
});

it('a browser logs in with its code, which disappears from the address, and not without it', async () => {
  const { page, context } = await openPage(browser, site, { isLoggedIn: false });
  await page.goto(site.url);
  await page.getByLabel('Code').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await page.goto('about:blank');
  await page.goto(`${site.url}/#code=${await site.code()}`);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  await page.getByText('Add the due date to the reminder mail').first().waitFor();
  await page.getByText('live', { exact: true }).first().waitFor();
  expect(page.url()).toBe(`${site.url}/`);
  await context.close();
});

it('an empty workspace says what to do first', async () => {
  const empty = await emptyWorkspace(path.join(folder, 'empty'));
  await empty.runtime.close();
  const own = await openSite(empty.runtime.workspace, path.join(folder, 'empty'));
  const { page, context, trouble } = await openPage(browser, own);
  await page.goto(own.url);
  await page.getByText('Nothing was recorded yet').waitFor();
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

it('tens of thousands of events scroll, and any place of them is reached at once', async () => {
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
  await page.locator('.vrow').first().getByText('src/file-777.ts').waitFor({ timeout: 60_000 });
  expect(trouble).toEqual([]);
  await context.close();
  await own.close();
});

it('notes load to the oldest', async () => {
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

it('hostile texts in every field stay text on every screen', async () => {
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
