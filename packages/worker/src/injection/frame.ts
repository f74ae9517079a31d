/** The tags around a context. Capture removes everything between them, so no text inside may contain them. */
export const OPEN = '<hookloom-context>';
export const CLOSE = '</hookloom-context>';

/** Also removes the tag of claude-mem. */
export function withoutFence(text: string): string {
  return text.replace(/<(?=\/?(?:hookloom|claude-mem)-context)/gi, '‹');
}

/**
 * How many bytes of context a session gets at its start. Every client accepts at least this much without truncating it,
 * and leaves room for the context of the user's hooks (docs/reference/client-behaviour.md, "context" of each client).
 */

export const DEFAULT_BUDGET = 8_000;
const MAX_BUDGET = 64_000;

export function budgetOf(asked?: number): number {
  return asked === undefined
    ? DEFAULT_BUDGET
    : Math.min(Math.max(0, Math.floor(asked)), MAX_BUDGET);
}
