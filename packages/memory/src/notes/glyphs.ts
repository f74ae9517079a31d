/** How each documented type of note is marked in an index (claude-mem.md §12.2). */
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
