/**
 * Follows outside text through the log: a sentence of an assistant, a subagent, a summary or a note that repeats it
 * inherits its channel, until a person says the sentence or releases it. Depends only on the events and their order, so
 * that a rebuild gives the same.
 */
import type { Channel, StoredEvent } from '@hookloom/core/events';
import { isUntrusted, lessTrusted } from '../channels.ts';
import { type Extracted, textOf } from '../extract/extracted.ts';
import { isDialogue } from '../extract/agent-work.ts';
import { notedText } from '../extract/noted-text.ts';
import { docId } from '../store/stored-ids.ts';
import type { Database } from '../store/port.ts';
import type { Postings } from '../store/search-rows.ts';
import { likenessOf, areMostlyEqual } from './compare.ts';
import { featuresOf, type Features } from './features.ts';
import { openOutsideIndex, type OutsideSentence } from './outside-index.ts';
import { assertsTheSame, openPersonSentences } from './person-sentences.ts';
import { ownWords, type OwnWords } from './repeated-parts.ts';
import { splitSentences, type Sentence } from './sentences.ts';
import { openRepeatRows } from '../store/repeat-rows.ts';
import { hashOfDoc } from '../store/document-rows.ts';

/** Maximum number of sentences per event to store as outside text and to compare. */
const MAX_KEPT = 64;
const MAX_COMPARED = 200;

export interface Followed {
  /** The event with its resulting channel. */
  event: StoredEvent;
  /** If some of its sentences repeat outside text: the others. */
  own?: OwnWords;
  /** Writes the findings after the event's own rows. */
  keep(): void;
}

export interface TaintRows {
  /** Restores the own channel of a document, its facts and its notes. */
  restore(doc: number, own: Channel): void;
}

export function openTaint(db: Database, rows: TaintRows, postings: Postings) {
  const index = openOutsideIndex(db);
  const person = openPersonSentences(db, postings);
  const repeatRows = openRepeatRows(db);

  return {
    follow(sid: number, event: StoredEvent, extracted: Partial<Extracted>): Followed {
      const own: Channel = event.origin?.channel ?? 'tool';
      const doc = docId(sid, event.seq);
      const outside = outsideTextOf(event, extracted);
      if (outside !== null) {
        const channel = lessTrusted(own, outside.channel);
        return {
          event: withChannel(event, channel),
          keep: () => {
            for (const { start, text } of splitSentences(outside.text, MAX_KEPT))
              index.add(sid, { doc, start, channel: outside.channel, source: doc }, text);
          },
        };
      }
      // A question that the agent asked is text of the agent.
      if (own === 'user' && !isDialogue(event))
        return { event, keep: () => personSpoke(sid, event, extracted) };
      if (isUntrusted(own) || !index.hasAny(sid)) return { event, keep: () => {} };
      const said = saidIn(event, extracted);
      const sentences = splitSentences(said, MAX_COMPARED);
      const repeats = sentences.flatMap((sentence) => {
        const from = repeated(sid, sentence);
        return from === null ? [] : [{ sentence, ...from }];
      });
      const channel = repeats.reduce<Channel>(
        (least, from) => lessTrusted(least, from.channel),
        own,
      );
      const parts = repeats.map(({ sentence: { start, end } }): [number, number] => [start, end]);
      const end = sentences.length < MAX_COMPARED ? said.length : sentences.at(-1)!.end;
      return {
        event: withChannel(event, channel),
        ...(repeats.length > 0 && { own: ownWords(event, said, { parts, end }) }),
        keep: () => {
          for (const { sentence, channel: inherited, source, features } of repeats) {
            const { start, end, text } = sentence;
            repeatRows.add({ doc, start, end, sid, source, channel: inherited, own });
            index.add(sid, { doc, start, channel: inherited, source }, text, features);
          }
          if (repeats.length > 0) index.noteRepeats(sid);
        },
      };
    },
    drop() {
      index.drop();
      person.drop();
    },
  };

  /** The source of the sentence; null if it is not outside text, or a person said it. */
  function repeated(
    sid: number,
    { text }: Sentence,
  ): { channel: Channel; source: number; features: Features } | null {
    const features = featuresOf(text);
    if (features.words.size === 0) return null;
    const candidates = index.candidates(sid, features);
    let [channel, source]: [Channel | null, number] = [null, 0];
    for (const unit of candidates) {
      // Another repeated sentence matters only if it is less trusted.
      if (channel !== null && lessTrusted(channel, unit.channel) === channel) continue;
      if (!isLike(sid, features, unit)) continue;
      if (channel === null) source = unit.source;
      channel = lessTrusted(channel ?? 'file', unit.channel);
    }
    if (channel === null) return null;
    if (candidates.some((unit) => unit.released && isReleasedAs(unit, features))) return null;
    return person.said(sid, text, features) ? null : { channel, source, features };
  }

  function isLike(sid: number, said: Features, unit: OutsideSentence): boolean {
    if (unit.released) return false;
    const like = likenessOf(said, unit.features);
    if (like === null) return false;
    // An agent's sentence contains more than the repeated part. A sentence that shares only the rest repeats nothing
    // from outside.
    const isRepeat = unit.doc !== unit.source;
    if (like.kind === 'near') return !isRepeat || areMostlyEqual(said, unit.features);
    const worth = like.shared
      .filter((token) => !isRepeat || index.hasToken(unit.source, token))
      .filter((token) => !person.isOwnToken(sid, token, unit.source))
      .reduce((sum, token) => sum + said.tokens.get(token)!, 0);
    return worth >= like.needed;
  }

  function personSpoke(sid: number, event: StoredEvent, extracted: Partial<Extracted>): void {
    if (!index.hasRepeats(sid)) return;
    const released = extracted.facts?.[0]?.properties;
    if (event.type === 'memory.released' && released !== undefined) {
      const doc = docId(sid, Number(released['seq']));
      if (hashOfDoc(db, doc) === released['hash']) for (const unit of index.of(doc)) release(unit);
      return;
    }
    for (const { text } of splitSentences(saidIn(event, extracted), MAX_COMPARED)) {
      const features = featuresOf(text);
      for (const unit of index.candidates(sid, features))
        if (
          !unit.released &&
          unit.doc !== unit.source &&
          assertsTheSame(text, features, unit.text, unit.features)
        )
          release(unit);
    }
  }

  function release(unit: OutsideSentence): void {
    const own = repeatRows.ownChannel(unit.doc);
    if (own === null) return;
    index.release(unit.unit);
    repeatRows.remove(unit.doc, unit.start);
    if (repeatRows.ownChannel(unit.doc) === null) rows.restore(unit.doc, own);
  }
}

function isReleasedAs(unit: OutsideSentence, said: Features): boolean {
  const like = likenessOf(said, unit.features);
  return like !== null && like.kind === 'near';
}

/** The text of the event, the document first: offsets in it are offsets in the document. */
function saidIn(event: StoredEvent, { document, facts = [] }: Partial<Extracted>): string {
  const content = document?.content ?? '';
  const more = [...facts.map((fact) => fact.content), notedText(event)].filter(
    (text) => text !== '' && !content.includes(text),
  );
  return [content, ...more].join('\n');
}

function withChannel(event: StoredEvent, channel: Channel): StoredEvent {
  const { origin } = event;
  if (origin === null || origin === undefined || origin.channel === channel) return event;
  return { ...event, origin: { ...origin, channel } };
}

const OUTSIDE: ReadonlySet<Channel | undefined> = new Set<Channel>(['web', 'mcp']);
/** Programs that print text from another machine. */
const NETWORK =
  /(?:^|[|&;(]\s*|\b(?:sudo|env|time|xargs|npx|exec)\s+)(?:curl|wget|http|https|xh|lynx|w3m|links|elinks|aria2c)(?=\s|$)(?![^|;&]*(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0))|\b(?:gh|glab) (?:issue|pr|release|gist|api|search)\b|\b(?:npm|pnpm|yarn) (?:view|info|show|search)\b|\bpip3? (?:search|index)\b/;
/** Third-party files in the project's folder. */
const FOREIGN =
  /(?:^|[/\\\s"'=])(?:node_modules|bower_components|site-packages|dist-packages|third[_-]party|\.venv|venv|vendor|Pods|\.cargo\/registry|go\/pkg\/mod|Downloads)[/\\]/;
const FETCHING_TOOL =
  /(?:^|[_-])(?:web|url|internet|browser|browse|fetch[_-]?(?:url|page|web\w*)?$)|web_?(?:fetch|search)|^fetch$/i;

/**
 * The text of an event that came from outside the project: from the web, from another server, or from a foreign file. Null
 * for text of the project, its people or its agents.
 */
function outsideTextOf(event: StoredEvent, { document }: Partial<Extracted>) {
  const { payload, origin, type } = event;
  const channel = outsideChannel(event);
  if (channel === null) return null;
  const said =
    type === 'tool.call.completed'
      ? [textOf(payload, 'result_summary'), textOf(payload, 'error')]
      : type === 'command.completed' || type === 'tool.call.settled'
        ? [textOf(payload, 'stdout'), textOf(payload, 'stderr')]
        : [document?.searched ?? document?.content ?? ''];
  const text = said.filter((part) => part !== '').join('\n');
  return text === '' || (origin ?? null) === null ? null : { channel, text };
}

function outsideChannel({ type, payload, origin }: StoredEvent): Channel | null {
  const channel = origin?.channel;
  if (channel === 'user') return null;
  if (channel !== undefined && OUTSIDE.has(channel)) return channel;
  if (type === 'command.completed' || type === 'tool.call.settled') {
    const command = textOf(payload, 'command');
    if (NETWORK.test(command)) return 'web';
    return FOREIGN.test(command) ? 'file' : null;
  }
  if (type === 'tool.call.completed')
    return FETCHING_TOOL.test(textOf(payload, 'tool', 'tool_name')) ? 'web' : null;
  if (channel === 'file' || channel === 'tool')
    return FOREIGN.test(`/${textOf(payload, 'path')}`) ? 'file' : null;
  return null;
}
