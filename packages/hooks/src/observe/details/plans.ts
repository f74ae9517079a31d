/** A plan that a person approved or refused. */
import { isJsonObject, type JsonValue } from '@hookloom/core/json';

export interface Plan {
  title: string;
  /** Absent where the client names only the file of the plan. */
  text?: string;
  isApproved: boolean;
  /** What the person said about it. */
  said?: string;
}

const MAX_TITLE = 200;
const REFUSED =
  /^\s*(?:Plan (?:was )?(?:rejected|not approved|declined)|The user (?:rejected|declined|wants to))/i;
const FEEDBACK = /feedback:\s*([^\n]{1,2000})/i;

/** Null for a plan that no person was asked about. */
export function planIn(input: JsonValue, response: JsonValue, told: string): Plan | null {
  const [given, answered] = [input, response].map((value) => (isJsonObject(value) ? value : {}));
  if (answered!['isAgent'] === true) return null;
  const text = [given!['plan'], answered!['plan'], given!['summary']].find(
    (each) => typeof each === 'string' && each.trim() !== '',
  ) as string | undefined;
  const file = [given!['plan_filename'], given!['plan_path']].find(
    (each) => typeof each === 'string',
  );
  const line = (text ?? '').split('\n').find((each) => /\p{L}/u.test(each)) ?? file;
  if (typeof line !== 'string') return null;
  const title = line
    .replace(/^[\s#*>-]+/, '')
    .replace(/\*\*/g, '')
    .replace(/^plan:\s*/i, '')
    .trim();
  const isApproved = !REFUSED.test(told);
  const said = isApproved ? undefined : FEEDBACK.exec(told)?.[1];
  return {
    title: title.slice(0, MAX_TITLE).toWellFormed(),
    isApproved,
    ...(text !== undefined && { text }),
    ...(said !== undefined && { said }),
  };
}
