/** Converts hooks of one language to settings of another, and reports what could not be carried over. Pure. */
import { stringify } from 'smol-toml';
import type { HookEventType } from '@hookloom/core/hook';
import { shellWords, type JsonObject, type JsonValue } from '@hookloom/core';
import type { HookClient } from '../clients/client.ts';
import { DIALECTS } from '../dialects/index.ts';
import { toGeminiToolName } from '../dialects/gemini/tool-words.ts';
import type { Handler } from '../engine/handler.ts';
import { nativeName } from './sample-event.ts';

/** A target: a language of the engine, or the settings of a client that has none. */
export type ConvertTarget = HookClient['exportsAs'];

export interface ConversionLoss {
  /** Position of the handler in the input. */
  handler: number;
  field:
    | 'event'
    | 'action'
    | 'matcher'
    | 'condition'
    | 'timeout'
    | 'async'
    | 'once'
    | 'critical'
    | 'env'
    | 'answers';
  /** True if the hook was left out because of it. */
  leftOut: boolean;
  note: string;
}

export function convert(handlers: readonly Handler[], target: ConvertTarget) {
  const losses: ConversionLoss[] = [];
  const events = new Map<string, JsonObject[]>();
  let written = 0;
  handlers.forEach((handler, at) => {
    const lose = (field: ConversionLoss['field'], note: string, leftOut = false): void =>
      void losses.push({ handler: at, field, note, leftOut });
    const event = eventName(handler.type, target);
    if (event === null) return lose('event', `${target} has no event for ${handler.event}.`, true);
    const command = commandOf(handler, target, lose);
    if (command === null) return;
    const matcher = matcherOf(handler, target, lose);
    const entry = entryOf({ handler, target, command, matcher, lose });
    events.set(event, [...(events.get(event) ?? []), entry]);
    written++;
  });
  const hooks = Object.fromEntries(events);
  return { text: render(hooks, target), written, losses };
}

type Lose = (field: ConversionLoss['field'], note: string, leftOut?: boolean) => void;

function eventName(type: HookEventType, target: ConvertTarget): string | null {
  if (target === 'cursor' || target === 'copilot') return nativeName(target, type);
  return DIALECTS[target]().events.find((event) => event.type === type)?.name ?? null;
}

/** A command line or, if the target has them, an argument list; null: left out. */
function commandOf({ action }: Handler, target: ConvertTarget, lose: Lose): JsonObject | null {
  if (action.kind === 'http') {
    const { url, headers, allowedEnvVars } = action;
    if (target === 'claude') return { type: 'http', url, headers, allowedEnvVars };
    lose('action', `${target} calls no HTTP endpoint from hooks.`, true);
    return null;
  }
  if (action.kind === 'shell') return { command: action.command };
  if (target === 'toml') return { command: [...action.argv] };
  lose('action', 'The argument list became a quoted command line.');
  return { command: shellWords(action.argv) };
}

function matcherOf({ matcher, matcherText }: Handler, target: ConvertTarget, lose: Lose) {
  if (matcher.kind === 'all') return null;
  if (matcher.kind === 'regex') {
    lose('matcher', 'The pattern was copied; names of tools differ between clients.');
    return matcherText;
  }
  const names = matcher.names.map((name) => (target === 'gemini' ? toGeminiToolName(name) : name));
  // These languages search for a pattern anywhere; the others compare plain names in full.
  const searches = target === 'toml' || target === 'gemini';
  return searches ? `^(${names.map(escaped).join('|')})$` : names.join('|');
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}

interface EntryRequest {
  handler: Handler;
  target: ConvertTarget;
  command: JsonObject;
  matcher: string | null;
  lose: Lose;
}

function entryOf({ handler, target, command, matcher, lose }: EntryRequest): JsonObject {
  const { once, critical, condition, env, statusMessage } = handler;
  const seconds = Math.max(1, Math.ceil(handler.timeoutMs / 1000));
  if (handler.dialect !== target) lose('answers', ANSWERS[target]);
  if (condition !== null && target !== 'claude')
    lose('condition', `\`if\` is known to Claude Code only; the hook runs for every call.`);
  if (once && target !== 'toml') lose('once', `${target} runs it every time.`);
  const carriesAsync = target === 'toml' || target === 'claude' || target === 'codex';
  if (handler.async && !carriesAsync) lose('async', `${target} waits for it.`);
  if (critical && target !== 'toml' && target !== 'claude' && target !== 'cursor')
    lose('critical', `${target} continues when the hook itself fails.`);
  if (Object.keys(env).length > 0 && target !== 'gemini')
    lose('env', 'Its environment variables are left out.');
  const matching: JsonObject = matcher === null ? {} : { matcher };
  const inBackground: JsonObject = handler.async && carriesAsync ? { async: true } : {};
  switch (target) {
    case 'toml':
      return {
        ...command,
        ...matching,
        timeout: seconds,
        ...inBackground,
        ...(once ? { once } : {}),
        ...(critical ? { critical } : {}),
        ...(statusMessage === null ? {} : { status_message: statusMessage }),
      };
    case 'cursor':
      return {
        ...command,
        ...matching,
        timeout: seconds,
        ...(critical ? { failClosed: true } : {}),
      };
    case 'copilot':
      return { type: 'command', bash: command['command'] ?? '', ...matching, timeoutSec: seconds };
    case 'gemini':
      return grouped(matching, {
        type: 'command',
        ...command,
        ...(handler.name === null ? {} : { name: handler.name }),
        timeout: handler.timeoutMs,
        ...(Object.keys(env).length === 0 ? {} : { env }),
      });
    case 'claude':
    case 'codex': {
      const isClaude = target === 'claude';
      return grouped(matching, {
        type: 'command',
        ...command,
        timeout: seconds,
        ...inBackground,
        ...(statusMessage === null ? {} : { statusMessage }),
        ...(isClaude && condition !== null ? { if: condition } : {}),
        ...(isClaude && critical ? { onFailure: 'block' } : {}),
      });
    }
  }
}

function grouped(matching: JsonObject, hook: JsonObject): JsonObject {
  return { ...matching, hooks: [hook] satisfies JsonValue[] };
}

/** Converts definitions; the script itself must handle what it reads and prints. */
const ANSWERS: Record<ConvertTarget, string> = {
  toml: 'It now gets the payload of the toml language; answers in Claude Code’s format still count.',
  claude:
    'Run by Claude Code itself it must answer in its words (hookSpecificOutput); run by Hookloom it need not.',
  codex: 'Run by Codex itself it must answer in its words, exactly; run by Hookloom it need not.',
  gemini:
    'Run by Gemini CLI itself it must answer with a top-level decision; run by Hookloom it need not.',
  cursor: 'Run by Cursor itself it must answer with a permission; run by Hookloom it need not.',
  copilot:
    'Run by Copilot itself it must answer with a permissionDecision; run by Hookloom it need not.',
};

function render(hooks: JsonObject, target: ConvertTarget): string {
  if (target === 'toml') return `${stringify({ hooks }).trim()}\n`;
  const document = target === 'cursor' || target === 'copilot' ? { version: 1, hooks } : { hooks };
  return `${JSON.stringify(document, null, 2)}\n`;
}
