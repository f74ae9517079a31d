import { timeIn, type JsonObject } from '@hookloom/core';
import type { Security } from '@hookloom/core/events';

/** The filters of an export, as tests on events. */
export type ExportFilters = ReturnType<typeof planFilters>;

interface Asked {
  kinds?: string[] | undefined;
  since_seq?: number | undefined;
  max_seq?: number | undefined;
  since_time?: string | undefined;
  until_time?: string | undefined;
  query?: string | undefined;
  query_limit?: number | undefined;
  exclude_sensitivities?: ('public' | 'restricted')[] | undefined;
}

/** Throws `invalid_request` for an invalid time. */
export function planFilters(request: Asked, headSeq: number) {
  const { kinds = null, since_seq = 0, max_seq = headSeq, exclude_sensitivities = [] } = request;
  const since = timeIn('since_time', request.since_time) ?? Number.NEGATIVE_INFINITY;
  const until = timeIn('until_time', request.until_time) ?? Number.POSITIVE_INFINITY;
  const asked: JsonObject = {};
  const shown = ['kinds', 'since_seq', 'max_seq', 'since_time', 'until_time', 'query'] as const;
  for (const key of [...shown, 'query_limit', 'exclude_sensitivities'] as const) {
    const value = request[key];
    if (value !== undefined) asked[key] = value;
  }
  return {
    asked,
    fromSeq: since_seq + 1,
    /** Never beyond the head at the start of the export. */
    toSeq: Math.min(max_seq, headSeq),
    kinds,
    isOfKind: (eventType: string) => isOfKind(kinds, eventType),
    isInTime(timestamp: string) {
      const at = Date.parse(timestamp);
      return at >= since && at <= until;
    },
    // An older writer did not mark its events, so they were never checked and count as restricted.
    isExcluded: (security: Security | null) =>
      exclude_sensitivities.includes(security?.sensitivity ?? 'restricted'),
  };
}

/** `decision` covers the whole family of `decision.made`. An empty list means every kind. */
export function isOfKind(kinds: readonly string[] | null, name: string): boolean {
  return kinds === null || kinds.some((kind) => name === kind || name.startsWith(`${kind}.`));
}
