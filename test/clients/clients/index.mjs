// The tested clients, each under its name on the command line.
import { claudeCode } from './claude-code.mjs';
import { codex } from './codex.mjs';
import { copilot } from './copilot.mjs';
import { gemini } from './gemini.mjs';
import { qwen } from './qwen.mjs';

export const CLIENTS = [
  { label: 'claude-code', client: claudeCode },
  { label: 'codex', client: codex },
  { label: 'gemini', client: gemini },
  { label: 'copilot', client: copilot },
  { label: 'qwen', client: qwen },
  { label: 'claude-code@newest', client: claudeCode, isNewest: true },
];

export const BY_DEFAULT = CLIENTS.filter(({ isNewest }) => !isNewest).map(({ label }) => label);

/** The error for unknown names. */
export function unknownNames(names) {
  const unknown = names.filter((name) => !CLIENTS.some(({ label }) => label === name));
  return unknown.length === 0 ? null : `There is no client called ${unknown.join(', ')}.`;
}
