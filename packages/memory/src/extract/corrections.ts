/** Events about facts: reinforcement, invalidation, forgetting (zaxy.md §3.2, §5.5; DESIGN laws 1 and 12). */
import { isJsonObject } from '@hookloom/core';
import { textOf, type EntityKey, type Extractor } from './extracted.ts';
import { outcomeOf } from './reinforcement.ts';

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
