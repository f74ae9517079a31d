/** Events about facts: remembering, correction, reinforcement, invalidation, forgetting. */
import { isJsonObject, stringsAt, type JsonObject } from '@hookloom/core';
import type { Channel, StoredEvent } from '@hookloom/core/events';
import type { Authority, WorkingSetItem } from '../rows.ts';
import { bound, factEvent, textOf, type EntityKey, type Extractor } from './extracted.ts';
import { outcomeOf } from './reinforcement.ts';

const NAME_CHARS = 200;
const TEXT_CHARS = 1000;
/** Channels that may state facts: a person, or a model that a person works with. A tool or a page only reports. */
const SAYS_SO: ReadonlySet<Channel | undefined> = new Set(['user', 'model', 'system']);
const BUCKETS: Readonly<Record<string, WorkingSetItem['kind']>> = {
  goal: 'goal',
  decision: 'decision',
  task: 'task',
};

/** A separate fact. Its text is its name, so that two facts about one subject coexist. */
export const remembered: Extractor = (event) => {
  const { payload } = event;
  const text = bound(textOf(payload, 'text'), TEXT_CHARS);
  if (text === '') return {};
  const importance = payload['importance'];
  return {
    ...factEvent(event, 'remembered', {
      type: 'memory',
      name: bound(text, NAME_CHARS),
      content: text,
      properties: kept(payload),
      authority: authorityOf(event),
      ...(typeof importance === 'number' && { importance: Math.min(1, Math.max(0, importance)) }),
    }),
  };
};

/** The next version of the wrong entity. */
export const corrected: Extractor = (event) => {
  const { payload } = event;
  const entity = target(payload);
  const text = bound(textOf(payload, 'text'), TEXT_CHARS);
  if (text === '' || entity.name === '' || entity.type === '') return {};
  const bucket = BUCKETS[entity.type];
  const reason = textOf(payload, 'reason');
  return factEvent(event, 'corrected', {
    ...entity,
    content: text,
    properties: {
      ...kept(payload),
      corrects: textOf(payload, 'corrects'),
      ...(reason !== '' && { reason }),
    },
    ...(bucket !== undefined && { bucket }),
    authority: authorityOf(event),
  });
};

function authorityOf({ origin }: StoredEvent): Authority {
  return SAYS_SO.has(origin?.channel) ? 'accepted' : 'observed';
}

/** The fields of a fact that decide how it is found and retained. */
function kept(payload: JsonObject): JsonObject {
  const tags = stringsAt(payload, 'tags');
  const [kind, subject] = [textOf(payload, 'kind'), textOf(payload, 'subject')];
  return {
    ...(kind !== '' && { kind }),
    ...(subject !== '' && { subject }),
    ...(tags.length > 0 && { tags }),
    ...(payload['pinned'] === true && { pinned: true }),
  };
}

export const reinforced: Extractor = ({ payload }) => {
  const importance = payload['importance'];
  return {
    ...outcomeOf({ payload }),
    reinforce: [
      {
        ...target(payload),
        importance: typeof importance === 'number' ? Math.min(1, Math.max(0, importance)) : null,
      },
    ],
  };
};

export const invalidated: Extractor = ({ payload, timestamp }) => ({
  invalidate: [{ ...target(payload), at: instant(textOf(payload, 'invalid_at')) ?? timestamp }],
});

export const forgotten: Extractor = ({ payload }) => {
  const events = payload['events'];
  if (!Array.isArray(events)) return {};
  return {
    forget: events.flatMap((item) =>
      isJsonObject(item) && typeof item['id'] === 'string' ? [item['id']] : [],
    ),
  };
};

/** The same form as timestamps, so that instants compare as text. */
function instant(text: string): string | null {
  const at = Date.parse(text);
  return Number.isNaN(at) ? null : new Date(at).toISOString();
}

function target(payload: Parameters<typeof textOf>[0]): EntityKey {
  return { type: textOf(payload, 'entity_type'), name: textOf(payload, 'entity_name') };
}
