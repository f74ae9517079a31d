/** Observations while an agent works: turns, tool calls, commands, edits, documents. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import type { StoredEvent } from '@hookloom/core/events';
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
/** Fields that the write path observed itself. */
const SEEN = ['status', 'exit_code', 'outcome', 'operation', 'duration_ms', 'line_count'];

/** A turn is a document and not an entity: only its words count. */
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
  const name = textOf(payload, 'tool_name') || 'unknown';
  const content = sentence(
    `Tool ${name} ${textOf(payload, 'status') || 'ended'}`,
    labelled('On', textOf(payload, 'target')),
    labelled('Tasks', tasksIn(payload)),
    labelled('Result', textOf(payload, 'result_summary')),
    labelled('Error', textOf(payload, 'error')),
  );
  return observed(event, {
    type: 'tool_call',
    // Each call is a separate entity: a later call of the same tool does not invalidate it.
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
  const outcome = textOf(payload, 'outcome');
  const ended = [outcome === 'unknown' ? '' : outcome, exit === '' ? '' : `exit code ${exit}`];
  const parts = [
    [`Command ${command}`, ended.filter((t) => t !== '').join(', ')]
      .filter((t) => t !== '')
      .join(': '),
    labelled('Description', textOf(payload, 'description')),
    labelled('Branch', textOf(payload, 'branch')),
    labelled('Commit', textOf(payload, 'commit_message')),
    numbered('Pull request', payload['pull_requests']),
    numbered('Issue', payload['issues']),
  ];
  const [output, errors] = [textOf(payload, 'stdout'), textOf(payload, 'stderr')];
  const content = sentence(...parts, labelled('Output', output), labelled('Errors', errors));
  // Long output is cut in the fact, and complete in the document.
  const whole = [sentence(...parts), labelled('Output', output), labelled('Errors', errors)];
  return observed(event, {
    type: 'command_run',
    name: command,
    verb: 'completed_command',
    task: 'observed_command',
    content,
    ...(content.endsWith('…') && { whole: whole.filter((t) => t !== '').join('\n') }),
  });
};

/** Updates what is known about the command. It is not another run. */
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
    payload['changed_by_user'] === true ? 'The user changed this edit' : '',
    labelled('Added', textOf(payload, 'added')),
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
  /** The text of the document, if the fact contains only the beginning. */
  whole?: string;
  bucket?: 'source_anchor';
}

/** @example tasksIn({ tasks: [{ title: 'Write code', status: 'pending' }] }) === 'Write code (pending)' */
function tasksIn({ tasks }: JsonObject): string {
  return (Array.isArray(tasks) ? tasks : [])
    .filter(isJsonObject)
    .map(
      (task) =>
        `${textOf(task, 'title') || `task ${textOf(task, 'id')}`} (${textOf(task, 'status')})`,
    )
    .join('; ');
}

function numbered(label: string, numbers: JsonValue | undefined): string {
  return labelled(
    label,
    (Array.isArray(numbers) ? numbers : []).map((each) => `#${Number(each)}`).join(', '),
  );
}

function observed(
  event: StoredEvent,
  { type, name, verb, task, content, whole = content, bucket }: Observation,
): ReturnType<Extractor> {
  const key = { type, name: bound(name, NAME_CHARS) };
  const edges: EdgeDraft[] = [{ source: actor(event), relation: verb, target: key }];
  const taskId = textOf(event.payload, 'task_id', 'taskId');
  if (taskId !== '')
    edges.push({ source: { type: 'task', name: taskId }, relation: task, target: key });
  const properties = pick(event.payload, SEEN);
  return {
    // A repeated run adds no new fact, but still counts as two runs.
    document: document(whole, { name: key.name, ...properties }),
    facts: [
      {
        ...key,
        content,
        properties,
        authority: 'observed',
        ...(bucket === undefined ? {} : { bucket }),
      },
    ],
    edges,
  };
}

function pick(payload: JsonObject, keys: string[]): JsonObject {
  const picked: JsonObject = {};
  for (const key of keys) {
    const value = payload[key];
    if (value !== undefined) picked[key] = value;
  }
  return picked;
}
