/** The table of clients: a folder and a line each. A client is looked at when it is first asked for. */
import type { ClientName } from '@hookloom/core/hook/event-types';
import { lazyTable } from '../lazy-table.ts';
import { claudeCodeClient } from './claude-code/index.ts';
import type { HookClient } from './client.ts';
import { codexClient } from './codex/index.ts';
import { copilotClient } from './copilot/index.ts';
import { cursorClient } from './cursor/index.ts';
import { geminiClient } from './gemini/index.ts';
import { genericClient } from './generic/index.ts';

export const CLIENTS: Readonly<Record<ClientName, HookClient>> = lazyTable({
  'claude-code': claudeCodeClient,
  codex: codexClient,
  gemini: geminiClient,
  cursor: cursorClient,
  copilot: copilotClient,
  generic: genericClient,
});
