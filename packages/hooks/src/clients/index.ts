/** The table of clients: a folder and a line each. */
import type { ClientName } from '@hookloom/core/hook/event-types';
import { claudeCode } from './claude-code/index.ts';
import type { HookClient } from './client.ts';
import { codex } from './codex/index.ts';
import { copilot } from './copilot/index.ts';
import { cursor } from './cursor/index.ts';
import { gemini } from './gemini/index.ts';
import { generic } from './generic/index.ts';

export const CLIENTS: Record<ClientName, HookClient> = {
  'claude-code': claudeCode,
  codex,
  gemini,
  cursor,
  copilot,
  generic,
};
