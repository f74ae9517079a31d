/** What was seen while an agent worked: turns, tool calls, commands, edits, documents (zaxy.md §5.5, §5.6). */
import type { JsonObject, StoredEvent } from '@hookloom/core';
import {
  actor,
  bound,
  document,
  labelled,
  sentence,
  textOf,
  type EdgeDraft,
  type Extractor,
} from './extracted.ts';

const NAME_CHARS = 200;
/** What the write path saw itself, as fields. */
const SEEN = ['status', 'exit_code', 'outcome', 'operation', 'duration_ms', 'line_count'];

/** A turn is its document and no entity: nothing is said about a turn but its words. */
export const transcriptTurn: Extractor = (event) => {
  const { payload } = event;
  const role = textOf(payload, 'role') || event.actorId;
  const content = textOf(payload, 'content');
  if (content === '') return {};
  return {
    document: {
      ...document(
        `${role}: ${content}`,
        { ...pick(payload, ['source', 'turn_index']), role },
        'transcript',
      ),
      searched: document(content).content,
    },
  };
};

export const toolCallCompleted: Extractor = (event) => {
  const { payload } = event;
  // A call on ourselves is telemetry: what it returned came from the memory.
  if (payload['self'] === true) return {};
  const name = textOf(payload, 'tool_name') || 'unknown';
  const content = sentence(
    `Tool ${name} ${textOf(payload, 'status') || 'ended'}`,
    labelled('Result', textOf(payload, 'result_summary')),
    labelled('Error', textOf(payload, 'error')),
  );
  return observed(event, {
    type: 'tool_call',
    // Each call is an entity of its own: the next call of a tool does not make this one untrue.
    name: `${name}:${event.seq}`,
    verb: 'completed_tool_call',
    task: 'observed_tool_call',
    content,
  });
};

export const commandCompleted: Extractor = (event) => {
  const { payload } = event;
  const command = textOf(payload, 'command');
  const exit = textOf(payload, 'exit_code');
  const content = sentence(
    `Command ${command}`,
    [textOf(payload, 'outcome'), exit === '' ? '' : `exit code ${exit}`]
      .filter((t) => t !== '')
      .join(', '),
    labelled('Description', textOf(payload, 'description')),
    labelled('Output', textOf(payload, 'stdout')),
    labelled('Errors', textOf(payload, 'stderr')),
  );
  return observed(event, {
    type: 'command_run',
    name: command,
    verb: 'completed_command',
    task: 'observed_command',
    content,
  });
};

/** What is known of the command is this from now on; it is no other run of it. */
export const callSettled: Extractor = (event) => {
  const told = commandCompleted(event);
  return { ...told, edges: [] };
};

export const fileEditApplied: Extractor = (event) => {
  const { payload } = event;
  const path = textOf(payload, 'path');
  const content = sentence(
    `File ${path} ${textOf(payload, 'operation') || 'modified'}`,
    textOf(payload, 'summary'),
    labelled('Lines', textOf(payload, 'line_count')),
  );
  return observed(event, {
    type: 'file_edit',
    name: path,
    verb: 'applied_file_edit',
    task: 'observed_file_edit',
    content,
    bucket: 'source_anchor',
  });
};

interface Observation {
  type: string;
  name: string;
  verb: string;
  task: string;
  content: string;
  bucket?: 'source_anchor';
}

function observed(
  event: StoredEvent,
  { type, name, verb, task, content, bucket }: Observation,
): ReturnType<Extractor> {
  const key = { type, name: bound(name, NAME_CHARS) };
  const edges: EdgeDraft[] = [{ source: actor(event), relation: verb, target: key }];
  const taskId = textOf(event.payload, 'task_id', 'taskId');
  if (taskId !== '')
    edges.push({ source: { type: 'task', name: taskId }, relation: task, target: key });
  return {
    // The same run twice says nothing new as a fact, and is still two runs.
    document: document(content, { name: key.name, ...pick(event.payload, SEEN) }),
    facts: [
      {
        ...key,
        content,
        properties: pick(event.payload, SEEN),
        authority: 'observed',
        ...(bucket === undefined ? {} : { bucket }),
      },
    ],
    edges,
  };
}

function pick(payload: JsonObject, keys: string[]): JsonObject {
  return Object.fromEntries(
    keys.flatMap((key) => (payload[key] === undefined ? [] : [[key, payload[key]]])),
  );
}
