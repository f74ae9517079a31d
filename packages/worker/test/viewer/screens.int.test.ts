/** Every screen of the viewer in a real browser, on a recorded workspace. Set HOOKLOOM_SCREENSHOTS=1 to renew docs/images/viewer. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWorker } from '../../src/up.ts';
import { openBrowser, openPage, type Watched } from './browser.ts';
import { HOSTILE, hostileEvents } from './hostile-text.ts';
import { emptyWorkspace, recordWorkspace, seal, type Recorded } from './recorded-workspace.ts';
import { smallPng } from './small-png.ts';
import { openSite, type Site } from './viewer-site.ts';

const IMAGES = path.resolve('docs/images/viewer');
const SESSION = '6957167e-70de-42b6-ad6e-8b09ddac1fe5';

let folder: string;
let browser: Browser;
let recorded: Recorded;
let site: Site;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-viewer-'));
  browser = await openBrowser();
  recorded = await recordWorkspace(folder);
  site = await openSite(recorded.runtime);
});
afterAll(async () => {
  await browser?.close();
  await site?.close();
  await recorded?.runtime.close();
  fs.rmSync(folder, { recursive: true, force: true });
});

/** Address, name of its picture, and what must be on it. */
const SCREENS: [hash: string, name: string, shows: (string | RegExp)[]][] = [
  ['now', 'now', ['2 sessions at work.', 'Add the due date to the reminder mail', 'hook, median']],
  ['timeline', 'timeline', ['Sat 21 Nov', 'npm test -- reminder', 'exit 1']],
  ['timeline?kind=note,summary', 'timeline-notes', ['Due dates are compared as calendar days']],
  ['session', 'sessions', ['3 sessions', 'Good. From now on']],
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
    ['Why it was found', 'its own words', 'In a checkout'],
  ],
  [
    'graph?name=user&type=actor',
    'graph',
    ['made decision', 'now, after 97 events', 'ask the memory'],
  ],
  ['hooks', 'hooks', ['tool names are case-sensitive', 'Claude Code runs this file', 'timed out']],
  ['injection', 'injection', ['recent context', 'of 8.2 KB', 'Handed over before']],
  ['integrity', 'integrity', ['The chain is whole', 'provider unavailable', 'Retry']],
  ['economics', 'economics', ['claude-haiku-4-5', '$0.0269', 'projection']],
  ['settings', 'settings', ['Context observations', 'not set, changed in the settings file only']],
];

async function show(page: Page, hash: string, url = site.url): Promise<void> {
  await page.goto(`${url}/#/${hash}`);
}

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: Violation[];
  };
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]!.target.join(' ')} ${nodes[0]!.failureSummary}`);
}

async function picture(page: Page, name: string): Promise<void> {
  if (process.env['HOOKLOOM_SCREENSHOTS'] !== '1') return;
  fs.mkdirSync(IMAGES, { recursive: true });
  fs.writeFileSync(path.join(IMAGES, `${name}.png`), smallPng(await page.screenshot()));
}

describe.each(['light', 'dark'] as const)('in %s colours', (colours) => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await openPage(browser, site.url, colours);
  });
  afterAll(() => watched.context.close());

  it.each(SCREENS)('%s shows what was recorded, and everybody can read it', async (...row) => {
    const [hash, name, shows] = row;
    const { page, trouble } = watched;
    await show(page, hash);
    for (const words of shows) await page.getByText(words).first().waitFor();
    await page.waitForLoadState('networkidle').catch(() => {});
    await picture(page, `${name}-${colours}`);
    expect(await seriousFindings(page)).toEqual([]);
    expect(trouble).toEqual([]);
  });
});

describe('for a person at the keyboard and the mouse', () => {
  let watched: Watched;
  beforeAll(async () => {
    watched = await openPage(browser, site.url);
  });
  afterAll(() => watched.context.close());

  it('a row opens its sealed event, which is hashed in the page', async () => {
    const { page } = watched;
    await show(page, 'timeline');
    await page.getByText('npm test -- reminder').waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.getByText('Hashed in this page: it holds').waitFor();
    await page.getByText('It is the newest event.').waitFor();
    await picture(page, 'event-light');
    expect(await seriousFindings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByText('Hashed in this page: it holds').waitFor({ state: 'detached' });
  });

  it('an event that was changed on its way is told from a whole one', async () => {
    const { page } = watched;
    await page.route('**/api/viewer/event?**', async (route) => {
      const answer = await route.fetch();
      const text = await answer.text();
      await route.fulfill({ response: answer, body: text.replaceAll('reminder', 'remainder') });
    });
    await show(page, 'timeline');
    await page.getByText('npm test -- reminder').click();
    await page.getByText('The content does not give its hash').waitFor();
    await page.unroute('**/api/viewer/event?**');
    await page.keyboard.press('Escape');
  });

  it('keys search, change the screen and tell of themselves', async () => {
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

  it('the search finds text in the whole log and tells when there is none', async () => {
    const { page } = watched;
    await show(page, 'timeline');
    await page.getByLabel('Text of events').fill('reminder-mail');
    await page.locator('.vrow').first().getByText('src/reminder-mail.mjs').waitFor();
    await page.getByLabel('Text of events').fill('nobody ever said this');
    await page.getByText('No event passes these filters.').waitFor();
  });

  it('what was corrected is shown with when it held and what took its place', async () => {
    const { page } = watched;
    await show(page, 'memory?superseded=1');
    await page.getByText('Invoice numbers have the prefix INV and four digits.').first().click();
    await page.getByText('Since when it holds').waitFor();
    await page.getByText(/replaced by/).waitFor();
    await picture(page, 'memory-versions-light');
  });

  it('a pin waits for ten seconds and can be taken back', async () => {
    const { page } = watched;
    await show(page, 'memory');
    await page.getByRole('button', { name: 'Pin' }).click();
    await page.getByText('This will be pinned.').waitFor();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('This will be pinned.').waitFor({ state: 'detached' });
    expect(site.written).toEqual([]);
  });

  it('a correction is recorded once the ten seconds are over', async () => {
    const { page } = watched;
    await show(page, 'memory?type=task');
    await page.getByRole('button', { name: 'Correct' }).click();
    await page.getByLabel('What is right now').fill('Show the due date in both mails');
    await page.getByRole('button', { name: 'Save the correction' }).click();
    await page.getByText('The older version stays as history.').waitFor({ timeout: 20_000 });
    site.tell({ type: 'new_observation' });
    await page.getByText('Show the due date in both mails').first().waitFor();
  });

  it('what forgetting would destroy is shown before anything is', async () => {
    const { page } = watched;
    await show(page, 'memory?type=goal');
    await page.getByRole('button', { name: 'Forget' }).click();
    await page.getByText('One event loses its content').waitFor();
    await page.getByText(/Not reached:/).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    expect(await recorded.runtime.store.verify('invoices-default')).toMatchObject({ shredded: 0 });
  });

  it('the graph goes back to what stood at an earlier event', async () => {
    const { page } = watched;
    await show(page, 'graph?name=user&type=actor');
    await page.getByText('made decision').first().waitFor();
    await page.getByLabel('Place in the log').fill('10');
    await page.getByText(/after event 10/).waitFor();
    await page.getByText('Nothing stands around it').waitFor();
  });

  it('what is recorded meanwhile shows up by itself', async () => {
    const { page } = watched;
    await show(page, 'timeline');
    await page.getByText('npm test -- reminder').waitFor();
    await seal(recorded.runtime, {
      type: 'decision.made',
      actorId: 'user',
      payload: { decision: 'Reminders go out at noon' },
      origin: { channel: 'user' },
    });
    site.tell({ type: 'new_observation' });
    await page.getByText('Reminders go out at noon').waitFor();
  });

  it('a saved setting is sent, and only what was changed', async () => {
    const { page } = watched;
    await show(page, 'settings');
    await page.getByLabel('Context observations').fill('80');
    await page.getByRole('button', { name: 'Save the change' }).click();
    await page.getByText('Saved.').waitFor();
    expect(site.written.at(-1)).toEqual({
      path: '/api/settings',
      body: '{"CLAUDE_MEM_CONTEXT_OBSERVATIONS":"80"}',
    });
  });

  it('none of this made an error, a dialog or a request to elsewhere', () => {
    expect(watched.trouble).toEqual([]);
  });
});

it('who is not logged in is asked for a code', async () => {
  const { page, context } = await openPage(browser, site.url);
  await page.route('**/api/viewer/**', (route) =>
    route.fulfill({ status: 401, json: { error: { code: 'permission_denied', message: 'No.' } } }),
  );
  await page.goto(site.url);
  await page.getByLabel('Code').waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await context.close();
});

it('the code of the address is traded at once and leaves it', async () => {
  const { page, context } = await openPage(browser, site.url);
  const sent: string[] = [];
  await page.route('**/api/login', (route) => {
    sent.push(route.request().postData() ?? '');
    return route.fulfill({ json: { status: 'ok' } });
  });
  await page.goto(`${site.url}/#code=abcd_EFGH-1234`);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  expect([sent, page.url()]).toEqual([['{"code":"abcd_EFGH-1234"}'], `${site.url}/`]);
  await context.close();
});

it('a real worker lets a browser in by its code, and nobody without it', async () => {
  const state = path.join(folder, 'real-state');
  const worker = await startWorker({
    workspace: recorded.runtime.workspace,
    env: { HOOKLOOM_STATE_DIR: state, HOME: path.join(folder, 'home') },
    home: path.join(folder, 'home'),
    port: 0,
    compatiblePort: null,
    requireToken: true,
    hookFile: path.resolve('packages/cli/dist/hook.cjs'),
    now: Date.now,
  });
  const url = `http://127.0.0.1:${worker.port}`;
  const token = fs.readFileSync(worker.tokenFile, 'utf8').trim();
  const given = await fetch(`${url}/api/login/code`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
  });
  const { code } = (await given.json()) as { code: string };
  const { page, context } = await openPage(browser, url);
  await page.goto(url);
  await page.getByLabel('Code').waitFor();
  await page.goto('about:blank');
  await page.goto(`${url}/#code=${code}`);
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  await page.getByText('Add the due date to the reminder mail').first().waitFor();
  await page.getByText('live', { exact: true }).first().waitFor();
  await context.close();
  await worker.close();
});

it('an empty workspace says what to do first', async () => {
  const empty = await emptyWorkspace(path.join(folder, 'empty'));
  const own = await openSite(empty.runtime);
  const { page, context, trouble } = await openPage(browser, own.url);
  await page.goto(own.url);
  await page.getByText('Nothing was recorded yet').waitFor();
  await page.getByText('hookloom init').first().waitFor();
  await picture(page, 'first-run-light');
  expect([await seriousFindings(page), trouble]).toEqual([[], []]);
  await seal(empty.runtime, {
    type: 'transcript.turn',
    actorId: 'user',
    payload: { role: 'user', content: 'Hello' },
    origin: { channel: 'user', client: 'codex', session_id: 's-1' },
  });
  own.tell({ type: 'new_prompt' });
  await page.getByRole('heading', { name: 'Now', exact: true }).waitFor();
  await context.close();
  await own.close();
  await empty.runtime.close();
});

it('a hundred thousand events scroll, and any place of them is reached at once', async () => {
  const long = await emptyWorkspace(path.join(folder, 'long'));
  const { store, workspace } = long.runtime;
  for (let batch = 0; batch < 10; batch++)
    await store.append(
      workspace.session,
      Array.from({ length: 10_000 }, (_, at) => ({
        type: 'file.edit.applied',
        actorId: 'zaxy-observer',
        payload: { path: `src/file-${batch * 10_000 + at + 1}.ts`, operation: 'modified' },
        origin: { channel: 'tool' as const },
      })),
      { durability: 'os' },
    );
  const own = await openSite(long.runtime);
  const { page, context, trouble } = await openPage(browser, own.url);
  await show(page, 'timeline', own.url);
  await page.getByText('src/file-100000.ts').waitFor();
  const list = page.getByRole('listbox');
  await list.evaluate((element) => (element.scrollTop = element.scrollHeight));
  await page.getByText('src/file-1.ts', { exact: true }).waitFor();
  await list.evaluate((element) => (element.scrollTop = element.scrollHeight / 2));
  await page.getByText('src/file-50000.ts', { exact: true }).waitFor();
  expect(await page.locator('.vrow').count()).toBeLessThan(80);
  expect(trouble).toEqual([]);
  await context.close();
  await own.close();
  await long.runtime.close();
});

it('hostile texts in every field stay text on every screen', async () => {
  const hostile = await emptyWorkspace(path.join(folder, 'hostile'));
  await hostile.runtime.store.append('invoices-default', hostileEvents(), { durability: 'os' });
  const own = await openSite(hostile.runtime, HOSTILE.join('\n'));
  const { page, context, trouble } = await openPage(browser, own.url);
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
      await page.getByText('Hashed in this page: it holds').waitFor();
    }
  }
  const marks = await page.evaluate(`({
    hurt: '__hurt' in window,
    foreign: document.querySelectorAll(
      'script:not([src$="/viewer/app.js"]), iframe, object, embed, form, base, style, video, img:not([src$="icon.svg"])',
    ).length,
  })`);
  // A name that the memory cleaned is not found by its hostile spelling: that is an answer, not trouble.
  const hurt = trouble.filter((each) => !each.includes('status of 404'));
  expect([marks, hurt]).toEqual([{ hurt: false, foreign: 0 }, []]);
  await context.close();
  await own.close();
  await hostile.runtime.close();
});
