/** Milliseconds of an ISO 8601 date or instant. Without an offset, it is UTC. NaN for any other text. */
export function parseInstant(text: string): number {
  if (!/^\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?$/.test(text))
    return NaN;
  const hasOffset = text.length <= 10 || /(Z|[+-]\d\d:?\d\d)$/.test(text);
  return Date.parse((hasOffset ? text : `${text}Z`).replace(' ', 'T'));
}
