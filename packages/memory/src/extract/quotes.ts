/** Whether the projection quotes an event as it is in the log: its file can be edited, and the log decides. */
import type { StoredEvent } from '@hookloom/core/events';
import { bareValue } from '../statements/bare-value.ts';
import { extractStatements } from '../statements/extract-statements.ts';
import { plainSentences } from '../statements/plain-sentences.ts';
import { mayBeAnswer } from '../statements/short-answers.ts';
import { roleAndText } from './agent-work.ts';
import { extract } from './index.ts';
import type { Extracted, Quoted } from './extracted.ts';

/** How much of a text is compared if an older version may have added to it. */
const OWN_CHARS = 900;

/** One answer compares several of its rows with the same event. */
const extracted = new WeakMap<StoredEvent, Partial<Extracted>>();

/** @param event Verified. @example isQuoted(event, { content: 'Use JSONL.', name: 'decision:1' }) */
export function isQuoted(event: StoredEvent, { content, name, isStart }: Quoted): boolean {
  const { document = null, facts = [] } = extracted.get(event) ?? extract(event);
  extracted.set(event, { document, facts });
  if (isStart === true) {
    const own = (document?.content ?? '').replace(/\s+/g, ' ').toWellFormed();
    return own.startsWith(content) || (own !== '' && content.startsWith(own.slice(0, OWN_CHARS)));
  }
  if (name === undefined && document?.content === content) return true;
  if (name !== undefined && isStated(event, content)) return true;
  return facts.some(
    (fact) =>
      (name === undefined || fact.name === name) &&
      (fact.content === content ||
        // The text continues with what the older version said.
        ((fact.inherits ?? []).length > 0 && content.startsWith(fact.content.slice(0, OWN_CHARS)))),
  );
}

/** Whether a turn states it. An answer ("2. yes") also quotes its question, which is in the turn before: only its own words count. */
function isStated(event: StoredEvent, content: string): boolean {
  const { role, text } = roleAndText(event);
  if (text === '') return false;
  const stated = extractStatements({ role, text });
  const own = stated.map((statement) => statement.text);
  if (own.includes(content) || stated.some(({ turn }) => turn?.text === content)) return true;
  if (role === 'user' && plainSentences(text).includes(content)) return true;
  if (event.type !== 'transcript.turn' || role !== 'user' || !mayBeAnswer(text)) return false;
  // A value alone takes the place of the one in the sentence before.
  const value = bareValue(text)?.split(' ')[0];
  if (value !== undefined && content.includes(value)) return true;
  const answer = content.split(' → ').at(-1)!;
  return own.length === 0 || text.includes(answer) || own.some((each) => content.includes(each));
}
