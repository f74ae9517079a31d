/** What a matcher of a Codex hook tests, in Codex's vocabulary. */
import type { HookEvent } from '@hookloom/core/hook';
import { agentTypeOf, sourceOf, triggerOf } from '../toml/events.ts';
import { codexEvent } from './events.ts';
import { codexToolNames } from './tool-words.ts';

const SOURCES: Record<string, string> = { cli: 'startup', new: 'startup', user: 'startup' };

/** startup, resume, clear, compact, fork. */
export function codexSource(event: HookEvent): string {
  const word = sourceOf(event);
  return Object.hasOwn(SOURCES, word) ? SOURCES[word]! : word;
}

/** The values that a matcher tests, the most specific first; empty: the event has none. */
export function codexMatcherValues(name: string, event: HookEvent): string[] {
  switch (codexEvent(name)?.matcherField) {
    case 'tool_name':
      return event.tool === null ? [''] : codexToolNames(event.tool);
    case 'source':
      return withSubject(codexSource(event), event);
    case 'reason':
      // Codex always says "other"; a rule may still use another client's word.
      return withSubject('other', event);
    case 'trigger':
      return [triggerOf(event)];
    case 'agent_type':
      return [agentTypeOf(event)];
    default:
      return [];
  }
}

function withSubject(word: string, { subject }: HookEvent): string[] {
  return subject === null || subject === '' || subject === word ? [word] : [word, subject];
}
