/**
 * What the generic client's answer formats can express: the wrapper's formats for the named clients, everything for
 * ours.
 */
import type { ClientCapabilities, EventCapability } from '@hookloom/core/hook';
import {
  CLAUDE_NAMES,
  CODEX_NAMES,
  eventNamed,
  GEMINI_NAMES,
  pascalName,
  TRIGGER_NAMES,
  UNIFIED_NAMES,
} from './events.ts';
import { answersOf } from './wrapper-answers.ts';

function capability(name: string): EventCapability {
  const { type, flavour } = eventNamed(name, null);
  const also =
    flavour === 'neutral' || flavour === 'codex'
      ? undefined
      : type === 'stop'
        ? ('after_agent' as const)
        : type === 'after_agent'
          ? ('stop' as const)
          : undefined;
  return {
    type,
    ...(also === undefined ? {} : { also: [also] }),
    answers: answersOf(flavour, type),
  };
}

const NAMES = [
  ...Object.keys(CLAUDE_NAMES),
  ...Object.keys(CLAUDE_NAMES).map(pascalName),
  ...Object.keys(GEMINI_NAMES),
  ...Object.keys(CODEX_NAMES),
  ...Object.keys(TRIGGER_NAMES),
  ...UNIFIED_NAMES,
];

export const GENERIC_CAPABILITIES: ClientCapabilities = {
  client: 'generic',
  title: 'Other clients',
  events: Object.fromEntries(NAMES.map((name) => [name, capability(name)])),
  // The limit is unknown: we use Claude Code's, the smallest known one.
  contextChars: 10_000,
  stopCap: 8,
  // The documented dispatchers wait for five seconds.
  sessionEndMs: 5_000,
};
