/** Tools whose calls say nothing about the work (seeds/003, SKIP_TOOLS). */
export const SKIP_TOOLS: ReadonlySet<string> = new Set([
  'ListMcpResourcesTool',
  'SlashCommand',
  'Skill',
  'TodoWrite',
  'AskUserQuestion',
]);
