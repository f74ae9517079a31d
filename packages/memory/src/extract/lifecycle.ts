/** Sessions, workspaces, subagents, compactions, checkpoints. */
import { document, factEvent, labelled, sentence, textOf, type Extractor } from './extracted.ts';

export const sessionGenesis: Extractor = (event) => {
  const [root, type] = [textOf(event.payload, 'root'), textOf(event.payload, 'workspace_type')];
  return factEvent(event, 'initialized_workspace', {
    type: 'workspace',
    name: root,
    content: sentence(`Workspace ${root} is a ${type.replaceAll('_', ' ')}`),
    properties: { workspace_type: type },
    authority: 'observed',
  });
};

export const profileCorrected: Extractor = (event) => {
  const { payload } = event;
  const root = textOf(payload, 'root');
  return factEvent(event, 'corrected_workspace_profile', {
    type: 'workspace_profile_correction',
    name: root,
    content: sentence(
      `Workspace ${root} was taken for ${textOf(payload, 'from')} and is ${textOf(payload, 'to')}`,
      labelled('Reason', textOf(payload, 'reason')),
    ),
    properties: {},
    authority: 'accepted',
  });
};

export const permissionDenied: Extractor = (event) => {
  const { payload, seq } = event;
  const [tool, target] = [textOf(payload, 'tool_name'), textOf(payload, 'target')];
  const call = [tool, target].join(' ').trim();
  if (call === '') return {};
  const why = labelled('Reason', textOf(payload, 'reason'));
  return factEvent(event, 'denied_call', {
    type: 'denial',
    name: `${tool || 'call'}:${seq}`,
    content: sentence(`Permission denied: ${call}`, why),
    properties: {},
    authority: 'observed',
  });
};

export const instructionsSeen: Extractor = (event) =>
  factEvent(event, 'uses_workspace_instructions', {
    type: 'workspace_instructions',
    name: textOf(event.payload, 'root'),
    content: sentence('Workspace instructions', textOf(event.payload, 'summary')),
    properties: {},
    authority: 'observed',
  });

/** A session started, resumed or ended: searchable in the conversation, but not a fact. */
export const sessionMark: Extractor = (event) => ({
  document: document(
    sentence(
      event.type.replace(/^hook\./, '').replaceAll(/[._]/g, ' '),
      textOf(event.payload, 'summary'),
      labelled('Source', textOf(event.payload, 'source')),
      labelled('Reason', textOf(event.payload, 'reason')),
    ),
  ),
});

/** An empty checkpoint stays in the log and is not a memory. */
export const checkpoint: Extractor = (event) => {
  const { payload } = event;
  if (textOf(payload, 'summary', 'reason') === '') return {};
  const name = `${event.threadId}:checkpoint:${event.seq}`;
  const extracted = factEvent(event, 'recorded_checkpoint', {
    type: 'hook_checkpoint',
    name,
    content: sentence(
      'Checkpoint',
      textOf(payload, 'summary'),
      labelled('Reason', textOf(payload, 'reason')),
    ),
    properties: {},
    bucket: 'artifact',
    authority: 'observed',
  });
  const task = textOf(payload, 'task_id', 'taskId');
  if (task !== '') {
    extracted.edges!.push({
      source: { type: 'task', name: task },
      relation: 'has_checkpoint',
      target: { type: 'hook_checkpoint', name },
    });
  }
  return extracted;
};

export const compactionCompleted: Extractor = (event) =>
  factEvent(event, 'completed_compaction', {
    type: 'compaction_run',
    name: `${event.threadId}:compaction:${event.seq}`,
    content: sentence('Compaction', textOf(event.payload, 'summary', 'compact_summary')),
    properties: {},
    authority: 'non_authoritative',
  });

export const subagentStarted: Extractor = (event) => ({
  document: document(
    sentence(
      'Subagent started',
      textOf(event.payload, 'agent_type'),
      textOf(event.payload, 'agent_id'),
    ),
  ),
});

/** `subagent.completed` and `.cleaned`. */
export const subagentEnded: Extractor = (event) => {
  const { payload } = event;
  const name =
    textOf(payload, 'agent_id', 'subagent_session_id') || `${event.threadId}:subagent:${event.seq}`;
  return factEvent(event, 'completed_subagent', {
    type: 'subagent_run',
    name,
    content: sentence(
      `Subagent ${textOf(payload, 'agent_type')} finished`.replace('  ', ' '),
      textOf(payload, 'summary'),
    ),
    properties: {},
    authority: 'observed',
  });
};
