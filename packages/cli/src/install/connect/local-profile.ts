/** `--local-profile-output`: writes the workspace as environment variables for shells and other programs. */
import { addBlock, blockIn, hashMarks } from '../marked-block.ts';
import type { PartRequest } from '../part-request.ts';
import { shellQuote } from '@hookloom/core';
import type { Backend } from './projection-choice.ts';
import type { ConnectRequest } from './request.ts';

const BLOCK = 'local-profile';
const MARKS = hashMarks(BLOCK);

export function localProfilePart(
  { workspace }: Pick<ConnectRequest, 'workspace'>,
  file: string,
  projection: Backend,
): PartRequest {
  const content = Object.entries({
    EVENTLOOM_PATH: workspace.eventloomDir,
    EVENTLOOM_THREAD: workspace.session,
    PROJECTION_BACKEND: projection,
    ZAXY_DOMAIN: workspace.domain,
  })
    .map(([name, value]) => `${name}=${shellQuote(value)}`)
    .join('\n');
  return {
    path: file,
    part: 'profile',
    client: 'generic',
    purpose: 'set the workspace for programs that you start yourself',
    keys: ['a marked block'],
    block: BLOCK,
    holds: (text) => {
      const there = blockIn(text, MARKS);
      if (there === null) return 'nothing';
      return there === content ? 'wanted' : 'other';
    },
    add: (before) => {
      const added = addBlock(before, content, MARKS);
      return { after: added.text, splices: [added.splice] };
    },
  };
}
