/**
 * A person's decision in a client's dialogue: an answer to the agent's question, a plan, a refused call. The question,
 * the options and the plan are the agent's words; the choice and the comment are the person's.
 */
import { stringsAt } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
import {
  bound,
  document,
  factEvent,
  labelled,
  sentence,
  textOf,
  type Extracted,
} from './extracted.ts';

const NAME_CHARS = 200;
/** In the form that hooks write. A caller's own decision may also have an outcome. */
const OUTCOME = /^(?:Plan (?:approved|refused)|Refused): /;

/** Whether it contains the agent's words, which are not the person's. */
export function isDialogue({ type, payload }: StoredEvent): boolean {
  if (type !== 'decision.made') return false;
  const isAnswer = textOf(payload, 'question') !== '' && textOf(payload, 'choice') !== '';
  return (
    isAnswer || (payload['outcome'] !== undefined && OUTCOME.test(textOf(payload, 'decision')))
  );
}

/** The person's own words, in addition to the choice or instead of it. */
function ownWords({ payload }: StoredEvent): string {
  const choice = textOf(payload, 'choice');
  const isOption = stringsAt(payload, 'options').some((label) => label.startsWith(choice));
  return [isOption ? '' : choice, textOf(payload, 'rationale')].filter((t) => t !== '').join('\n');
}

export function dialogueDecided(event: StoredEvent): Partial<Extracted> {
  const { payload } = event;
  const [question, choice] = [textOf(payload, 'question'), textOf(payload, 'choice')];
  const [decision, plan] = [textOf(payload, 'decision'), textOf(payload, 'plan')];
  const [said, about] = [textOf(payload, 'rationale'), textOf(payload, 'description')];
  const isRefused = textOf(payload, 'outcome') === 'refused';
  const lead =
    choice === '' ? decision : `${question} → ${choice}${about === '' ? '' : ` (${about})`}`;
  const others = stringsAt(payload, 'options').filter((label) => !choice.includes(label));
  const content = sentence(lead, labelled('Said', said), plan.replace(/\s+/g, ' '));
  const extracted = factEvent(event, isRefused ? 'refused' : 'made_decision', {
    type: isRefused ? 'rejected' : 'decision',
    // Another answer to the same question ends the older one.
    name: bound(question === '' ? decision : question, NAME_CHARS),
    content,
    properties: {
      decision,
      speaker: event.origin?.channel === 'user' ? 'user' : 'assistant',
      cue:
        choice !== ''
          ? 'answer in a dialogue'
          : isRefused
            ? 'refused in a dialogue'
            : 'approved plan',
      change: 'plain',
    },
    ...(isRefused ? {} : { bucket: 'decision' as const }),
    authority: 'accepted',
  });
  const more = [labelled('Not chosen', others.join('; ')), plan].filter((text) => text !== '');
  return { ...extracted, document: document([content, ...more].join('\n'), { dialogue: true }) };
}

/** The words of an event from which statements are read: a turn, or a person's words in a dialogue. */
export function roleAndText(event: StoredEvent): { role: string; text: string } {
  const { type, payload, origin } = event;
  if (type === 'transcript.turn')
    return { role: textOf(payload, 'role'), text: textOf(payload, 'content') };
  const isPersons = isDialogue(event) && origin?.channel === 'user';
  return { role: 'user', text: isPersons ? ownWords(event) : '' };
}
