/** Says in plain words what is wrong with a request, so that a model or a person can send a better one. */
import { z } from 'zod';

const UNITS: Readonly<Record<string, string>> = { string: ' characters', array: ' items' };
const CHOICES = new Intl.ListFormat('en-GB', { type: 'disjunction' });
const MAX_ISSUES = 5;
const MAX_CHARS = 400;

/** Names the fields, never their values, and the first problem of each field. */
export function wordsOfIssues(schema: z.ZodType, issues: readonly z.core.$ZodIssue[]): string {
  const said = new Map<string, string>();
  for (const issue of issues) {
    const where = issue.path.map(String).join('.').slice(0, 100);
    const words = wordsOf(issue, where === '' ? schema : null).slice(0, MAX_CHARS);
    if (!said.has(where)) said.set(where, where === '' ? words : `${where} ${words}`);
  }
  return [...said.values()].slice(0, MAX_ISSUES).join('; ');
}

function wordsOf(issue: z.core.$ZodIssue, schema: z.ZodType | null): string {
  // A schema may have words of its own.
  if (!/^(?:Invalid|Too|Unrecognized) /.test(issue.message)) return issue.message;
  switch (issue.code) {
    case 'invalid_type': {
      const [, got = 'undefined'] = / received (\w+)$/.exec(issue.message) ?? [];
      return got === 'undefined' ? 'is missing' : `must be of type ${issue.expected}, not ${got}`;
    }
    case 'unrecognized_keys': {
      const known = schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
      const others = known.length === 0 ? '' : ` (known are ${known.join(', ')})`;
      return `${schema === null ? 'has' : 'there is'} no field ${issue.keys.map((key) => `"${key.slice(0, 60)}"`).join(', ')}${others}`;
    }
    case 'too_small':
      if (issue.minimum === 1 && issue.origin in UNITS) return 'must not be empty';
      return `must be at least ${issue.minimum}${UNITS[issue.origin] ?? ''}`;
    case 'too_big':
      return `must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`;
    case 'invalid_value':
      return `must be ${CHOICES.format(issue.values.map(String))}`;
    default:
      return issue.message;
  }
}
