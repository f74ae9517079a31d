/** The marker of each documented type of note in an index. */
export const GLYPHS: Readonly<Record<string, string>> = {
  bugfix: '●',
  feature: '◆',
  refactor: '↻',
  change: '✓',
  discovery: '○',
  decision: '⚖',
  security_alert: '⚠',
  security_note: '⚷',
  sensitive: '⊘',
};
