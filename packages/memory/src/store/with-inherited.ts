import type { JsonObject } from '@hookloom/core';
import { sentence, type FactDraft } from '../extract/extracted.ts';

/** The draft with the values inherited from the older version. */
export function withInherited(fact: FactDraft, olderOf: () => JsonObject): FactDraft {
  const missing = (fact.inherits ?? []).filter((key) => fact.properties[key] === undefined);
  if (missing.length === 0) return fact;
  const older = olderOf();
  let { content, properties } = fact;
  for (const key of missing) {
    const text = older[key];
    if (typeof text !== 'string' || text === '') continue;
    properties = { ...properties, [key]: text };
    content = sentence(content, `${key[0]!.toUpperCase()}${key.slice(1)}: ${text}`);
  }
  return { ...fact, content, properties };
}
