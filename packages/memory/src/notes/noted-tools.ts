/** Which recorded work gets a note. */
import { normaliseToolName } from '@hookloom/core/hook';
import type { StoredEvent } from '@hookloom/core/events';

/** The first line of our own prompts. A session that starts with it is never observed. */
export const OWN_PROMPT_MARK = '[hookloom-notes]';

/** The documented list of tools to skip, including their names in other versions. */
const SKIPPED = new Set(
  'ListMcpResourcesTool SlashCommand Skill TodoWrite AskUserQuestion TodoRead TaskCreate TaskGet TaskList TaskUpdate ToolSearch ExitPlanMode update_plan write_todos save_memory'.split(
    ' ',
  ),
);
const WORK = new Set(['tool.call.completed', 'command.completed', 'file.edit.applied']);

export function isWork({ type, payload }: StoredEvent): boolean {
  if (!WORK.has(type) || payload['self'] === true) return false;
  const tool = payload['tool_name'];
  return typeof tool !== 'string' || !(SKIPPED.has(tool) || SKIPPED.has(normaliseToolName(tool)));
}
