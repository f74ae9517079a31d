/** Cursor. */
import { invalidRequest } from '@hookloom/core';
import type { HookClient } from '../client.ts';
import { CURSOR_CAPABILITIES } from './capabilities.ts';
import { enforceCursor } from './enforce.ts';
import { CURSOR_INSTALL_EVENTS, CURSOR_SECONDS, cursorHooks } from './install.ts';
import { PATHS } from './paths.ts';
import { words } from './words.ts';

export const definition: HookClient = {
  name: 'cursor',
  capabilities: CURSOR_CAPABILITIES,
  // Cursor runs `.claude/settings*.json` of the project and the home folder itself
  // (docs/reference/client-behaviour.md#cursor-configuration).
  runsItself: ['claude'],
  exportsAs: 'cursor',
  ...words,
  enforce: enforceCursor,
  paths: PATHS,
  install: {
    events: CURSOR_INSTALL_EVENTS,
    settings({ node }, events) {
      const made = cursorHooks(node, events);
      if (made.ok) return { entries: made.hooks, beside: { version: 1 } };
      throw invalidRequest(
        'Cursor would read `//` in the command as a comment and lose the whole file.',
        'Move the installation or the workspace to a path without `//`.',
      );
    },
    alsoRunsClaude: 'all',
  },
  seconds: CURSOR_SECONDS,
  setsProjectDir: true,
  transcript: null,
  server: {
    remote: ({ url, headers, tokenVariable }) => ({
      url,
      headers: { ...headers, Authorization: `Bearer \${env:${tokenVariable}}` },
    }),
  },
  start: {
    installedBy: "Cursor's own installer",
    args: ({ rest }) => ({ args: [...rest, '.'], packet: 'paste' }),
  },
  sample: { tool: 'Shell', input: { command: 'ls' }, response: 'README.md' },
};
