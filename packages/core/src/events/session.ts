/** The lifecycle of sessions and workspaces. */
import { z } from 'zod';
import { by, eventFamily } from './definition.ts';

const text = z.string();

export const sessionEvents = eventFamily(by('zaxy', 'operation', 'init_session'), {
  'session.genesis': {
    summary:
      'A workspace was seen for the first time in a session, with the kind of project it appears to be.',
    schema: z.looseObject({
      root: text,
      workspace_type: text,
      confidence: z.number(),
      signals: z.array(text),
      instructions_profile: text,
      session_id: text,
      write_instructions: z.looseObject({}),
    }),
    example: {
      root: '/home/dev/project',
      workspace_type: 'codebase',
      confidence: 0.8,
      signals: ['package.json', 'src/', '.git/'],
      instructions_profile: 'codebase',
      session_id: 'project-default',
      write_instructions: {
        preferred_events: ['decision.made', 'task.completed'],
        avoid_writing: ['raw file content'],
        indexing_strategy: 'events',
      },
    },
  },
  'session.profile.corrected': {
    summary: 'The workspace type was corrected.',
    schema: z.looseObject({ from: text, to: text, reason: text, root: text, session_id: text }),
    example: {
      from: 'generic_workspace',
      to: 'codebase',
      reason: 'package.json was added',
      root: '/home/dev/project',
      session_id: 'project-default',
    },
  },
  'session.ended': {
    writtenBy: 'hook',
    operation: 'hooks',
    summary: 'A client session or the server ended.',
    schema: z.looseObject({ session_id: text, reason: text.optional(), status: text.optional() }),
    example: { session_id: 'project-default', reason: 'teardown', status: 'completed' },
  },
  'workspace.instructions.discovered': instructions('discovered'),
  'workspace.instructions.updated': instructions('updated'),
  'subagent.started': {
    writtenBy: 'hook',
    operation: 'hooks',
    actor: 'zaxy-observer',
    summary: 'A subagent began.',
    schema: z.looseObject({
      agent_id: text,
      agent_type: text.optional(),
      session_id: text.optional(),
    }),
    example: { agent_id: 'a32812b23b06ef0eb', agent_type: 'general-purpose' },
  },
  'subagent.completed': {
    writtenBy: 'hook',
    operation: 'hooks',
    actor: 'zaxy-observer',
    summary: 'A subagent finished. Its last message is the summary.',
    schema: z.looseObject({
      agent_id: text.optional(),
      agent_type: text.optional(),
      summary: text.optional(),
    }),
    example: {
      agent_id: 'a32812b23b06ef0eb',
      agent_type: 'general-purpose',
      summary: 'Found two call sites',
    },
  },
  'subagent.cleaned': {
    operation: 'subagent_cleanup',
    summary: 'A subagent session was closed with a handoff.',
    schema: z.looseObject({ parent_session_id: text, subagent_session_id: text, summary: text }),
    example: {
      parent_session_id: 'project-default',
      subagent_session_id: 'worker-1',
      summary: 'Found two call sites',
    },
  },
  'compaction.started': {
    class: 'telemetry',
    writtenBy: 'hook',
    operation: 'hooks',
    actor: 'zaxy-observer',
    summary: 'The client is about to compact its context.',
    schema: z.looseObject({ trigger: text.optional() }),
    example: { trigger: 'auto' },
  },
  'compaction.completed': {
    writtenBy: 'hook',
    operation: 'hooks',
    actor: 'zaxy-observer',
    summary: 'The client compacted its context. The summary is what it kept.',
    schema: z.looseObject({ trigger: text.optional(), summary: text.optional() }),
    example: { trigger: 'manual', summary: 'The user asked for a demo; files were listed.' },
  },
});

function instructions(verb: string) {
  return {
    summary: `Instruction files of the workspace were ${verb}.`,
    schema: z.looseObject({
      signature: text,
      files: z.array(z.looseObject({ path: text, kind: text })),
      summary: text,
      root: text,
      session_id: text,
    }),
    example: {
      signature: '9f2c',
      files: [{ path: 'AGENTS.md', kind: 'agents' }],
      summary: 'Run npm test before committing.',
      root: '/home/dev/project',
      session_id: 'project-default',
    },
  };
}
