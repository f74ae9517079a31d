/** The block in AGENTS.md that tells an agent about its memory, for clients without another way. */
import path from 'node:path';
import { addBlock, blockIn, markdownMarks } from '../marked-block.ts';
import type { PartRequest } from '../part-request.ts';

const BLOCK = 'agent-instructions';
const MARKS = markdownMarks(BLOCK);

const CONTENT = `## Memory of this project

This project keeps a durable, cited memory. It is reached through the MCP server \`zaxy\`.

- At the start of a session, and after a compaction or a resume, call \`memory_bootstrap\` and then
  \`memory_checkout\` with what you are about to do. Call it again when the task changes.
- Rely only on what a checkout reports as current and cites. What it marks as generated, stale or unanswered is no fact:
  look at the files or ask.
- Record decisions, completed tasks and diagnosed problems with \`memory_append\`. Never record secrets or whole files.
- Say with \`memory_feedback\` which cited facts were used.`;

export function instructionsPart(root: string, client: string): PartRequest {
  return {
    path: path.join(root, 'AGENTS.md'),
    part: 'instructions',
    client,
    purpose: 'tell the agent how to use its memory',
    keys: ['a marked block'],
    block: BLOCK,
    holds: (text) => {
      const there = blockIn(text, MARKS);
      if (there === null) return 'nothing';
      return there === CONTENT ? 'wanted' : 'other';
    },
    add: (before) => {
      const added = addBlock(before, CONTENT, MARKS);
      return { after: added.text, splices: [added.splice] };
    },
  };
}
