/** One self-contained HTML file. It uses no network and no server, and recorded text cannot become markup. */
import { createHash } from 'node:crypto';
import type { ViewedLog } from './collect.ts';
import { VIEWER_SCRIPT } from './page-script.ts';
import { VIEWER_STYLE } from './page-style.ts';

/**
 * The page. It contains recorded text once, as JSON in a data block with `<`, `>` and `&` escaped, and the script shows
 * it only as text nodes. The policy allows only that script, by its digest.
 */
export function renderPage(
  logs: ViewedLog[],
  { madeAt, version }: { madeAt: string; version: string },
): string {
  const digest = createHash('sha256').update(VIEWER_SCRIPT).digest('base64');
  const policy = [
    `default-src 'none'`,
    `style-src 'unsafe-inline'`,
    `script-src 'sha256-${digest}'`,
    `base-uri 'none'`,
    `form-action 'none'`,
    `require-trusted-types-for 'script'`,
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Eventloom</title>
<style>${VIEWER_STYLE}</style>
</head>
<body>
<div id="app"><noscript>This page lists its events with a script of its own. Allow scripts for this file.</noscript></div>
<script type="application/json" id="data">${dataBlock({ logs, made_at: madeAt, version })}</script>
<script>${VIEWER_SCRIPT}</script>
</body>
</html>
`;
}

/** JSON that cannot end its element, open a comment or break a line of script. */
export function dataBlock(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
