/** Sentences that name their own kind: "Decision: due dates are calendar days in UTC". */
import type { StatementKind } from './statement.ts';

const LABELS: readonly (readonly [StatementKind, string])[] = [
  ['decision', 'decision|decided|entscheidung|d[ée]cision|decisi[óo]n|решение|决定|決定'],
  ['rule', 'rule|regel|r[èe]gle|regla|правило|规则|規則'],
  ['cause', '(?:root )?cause|ursache|causa|причина|原因'],
  ['rejected', 'rejected|verworfen|rejet[ée]|rechazado|отклонено'],
  [
    'open',
    'still open|open (?:question|point|end)s?|to-?do|offen|reste à faire|pendiente|осталось|待办',
  ],
];

/** After the beginning of a turn such as "Fixed." as well. */
const PATTERNS = LABELS.map(
  ([kind, words]) =>
    [kind, new RegExp(`^(?:\\S+[.!]\\s+)?((?:${words})\\s?[:：])\\s?(?=\\S)`, 'i')] as const,
);

export function labelOf(text: string): { kind: StatementKind; cue: string } | null {
  if (!/[:：]/.test(text)) return null;
  for (const [kind, pattern] of PATTERNS) {
    const match = pattern.exec(text);
    if (match !== null) return { kind, cue: match[1]!.trim().toLowerCase() };
  }
  return null;
}
