/** Debian's Chromium for one test file: without network access, in a temporary profile. */
import fs from 'node:fs';
import axe from 'axe-core';
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core';
import { NOW } from './recorded-workspace.ts';
import type { Site } from './viewer-site.ts';

const CHROMIUM = process.env['HOOKLOOM_CHROMIUM'] ?? '/usr/bin/chromium';

export async function openBrowser(): Promise<Browser> {
  if (!fs.existsSync(CHROMIUM))
    throw new Error(
      `${CHROMIUM} is not there. Install it (Debian: apt-get install chromium), or name another with HOOKLOOM_CHROMIUM.`,
    );
  return chromium.launch({
    executablePath: CHROMIUM,
    headless: true,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--font-render-hinting=none',
    ],
  });
}

export interface Watched {
  context: BrowserContext;
  page: Page;
  /** Errors, violations of the policy, dialogs and requests to other hosts. Should stay empty. */
  trouble: string[];
}

export async function openPage(
  browser: Browser,
  { url, cookie }: Pick<Site, 'url' | 'cookie'>,
  {
    colorScheme = 'light',
    isLoggedIn = true,
  }: { colorScheme?: 'light' | 'dark'; isLoggedIn?: boolean } = {},
): Promise<Watched> {
  const context = await browser.newContext({
    colorScheme,
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'UTC',
    reducedMotion: 'reduce',
  });
  if (isLoggedIn) await context.addCookies([cookie]);
  const page = await context.newPage();
  page.setDefaultTimeout(60_000);
  await page.clock.setFixedTime(NOW);
  const trouble: string[] = [];
  page.on('pageerror', (error) => trouble.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') trouble.push(`console: ${message.text()}`);
  });
  page.on('dialog', (dialog) => {
    trouble.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:'))
      trouble.push(`request: ${request.url()}`);
  });
  return { context, page, trouble };
}

interface Violation {
  id: string;
  impact: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** Serious and critical violations that axe finds on the page. */
export async function seriousFindings(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const found = (await page.evaluate('axe.run(document, { resultTypes: ["violations"] })')) as {
    violations: Violation[];
  };
  return found.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes[0]!.target.join(' ')} ${nodes[0]!.failureSummary}`);
}
