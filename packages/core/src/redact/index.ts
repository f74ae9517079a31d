import type { JsonObject } from '../json.ts';
export const redactPayload = (payload: JsonObject): { payload: JsonObject; redactedPaths: string[] } => ({ payload, redactedPaths: [] });
