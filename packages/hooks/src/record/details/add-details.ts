/**
 * Details of a call besides its outcome: a person's decision in the client's dialogue, its target, tasks, commits,
 * rules written into a memory file. A separate part: see `has-details.ts`.
 */
import {
  LINE_CHARS,
  newDraft,
  putName,
  putText,
  putValue,
  SUMMARY_CHARS,
  type Draft,
  type ObservedEvent,
} from '@hookloom/core/hook';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';
import { decisionsIn, refusedWith, type EndedCall } from './decisions.ts';
import { repositoryIn } from './repository.ts';
import { namesFound, targetOf } from './targets.ts';

const SEARCH = /^(?:Grep|Glob|LS)$/;
/** Calls without a file, which are unclear without their target. */
const OUTSIDE = /^(?:WebFetch|WebSearch|Task|Agent)$/;
const TASKS = /^(?:todo|task[cu]|update_|write_to)/i;
/** The client's ids, which events of one call share. */
const IDS = /^(?:source|(?:session|prompt|turn|tool_use|agent)_id|agent_type)$/;

/** Completes the events of a call; the first is `tool.call.completed`. */
export function addDetails(events: ObservedEvent[], call: EndedCall): void {
  const { name, input, response, text, error, root } = call;
  const first = events[0]!;
  const isRefused = refusedWith(error) !== null;
  if (isRefused) {
    first.payload['status'] = 'blocked';
    // The call never ran.
    events.length = 1;
  }
  if (isRefused || SEARCH.test(name) || OUTSIDE.test(name) || /Read$|^save_mem/.test(name))
    putTarget(first, name, input, root, response);
  if (error === null) {
    const found = SEARCH.test(name) ? namesFound(response, text, root) : linesRead(response);
    putText(first, 'result_summary', found, LINE_CHARS);
    const tasks = TASKS.test(name) ? tasksIn(input, response) : [];
    if (tasks.length > 0) {
      putValue(first, 'tasks', tasks);
      first.channel = 'model';
    }
  }
  for (const event of events) {
    if (event.type === 'command.completed') putRepository(event, input, error ?? text);
    if (event.type === 'file.edit.applied') putEdit(event, call);
  }
  for (const [at, decision] of decisionsIn(call).entries())
    events.push(decided(first, decision, at));
}

/** The target of a call or of a permission request. */
export function putTarget(
  draft: Draft,
  name: string,
  input: JsonValue,
  root: string,
  response: JsonValue = null,
): void {
  putText(draft, 'target', targetOf(name, input, response, root), LINE_CHARS, { folded: true });
}

/** A decision of the person at the client: only its own hook and its session file reach this code. */
function decided(
  call: ObservedEvent,
  { options, ...texts }: JsonObject,
  at: number,
): ObservedEvent {
  const ids = Object.entries(call.payload).filter(([key]) => IDS.test(key));
  const draft = newDraft(Object.fromEntries(ids));
  for (const [key, text] of Object.entries(texts)) putText(draft, key, text, 2 * SUMMARY_CHARS);
  if (options !== undefined) putValue(draft, 'options', options);
  const key = `${call.key}:decision:${at}`;
  const by = { type: 'decision.made', actorId: 'user', channel: 'user' } as const;
  return { ...call, ...draft, ...by, key, links: [] };
}

function linesRead(response: JsonValue): string | undefined {
  const file = isJsonObject(response) ? response['file'] : undefined;
  if (!isJsonObject(file ?? null)) return undefined;
  const { numLines, totalLines } = file as JsonObject;
  if (typeof numLines !== 'number') return undefined;
  return `${numLines}${typeof totalLines === 'number' && totalLines > numLines ? ` of ${totalLines}` : ''} lines`;
}

function putRepository(draft: Draft, input: JsonValue, output: string): void {
  const command = isJsonObject(input) ? input['command'] : input;
  if (typeof command !== 'string') return;
  const { commit_message, branch, ...numbers } = repositoryIn(command, output);
  putText(draft, 'commit_message', commit_message, SUMMARY_CHARS / 2);
  putName(draft, 'branch', branch);
  Object.assign(draft.payload, numbers);
}

const MEMORY_FILE = /(?:^|\/)(?:CLAUDE|AGENTS|GEMINI)[.\w]*\.md$/i;

/** Text written into a rule file, as the agent's words. And whether the person changed the edit. */
function putEdit(event: ObservedEvent, { input, response, text }: EndedCall): void {
  const isChanged = isJsonObject(response) && response['userModified'] === true;
  if (isChanged || /^User modified the /m.test(text)) event.payload['changed_by_user'] = true;
  const { path } = event.payload;
  if (typeof path !== 'string' || !MEMORY_FILE.test(path)) return;
  putText(event, 'added', addedText(input), SUMMARY_CHARS / 2);
  event.channel = 'model';
}

/** The new texts of an edit, or the added lines of a patch. */
function addedText(input: JsonValue): string {
  if (!isJsonObject(input)) return '';
  const { command, edits } = input;
  const patch = typeof command === 'string' ? command.split('\n') : [];
  const added = patch.filter((line) => /^\+(?!\+\+)/.test(line)).map((line) => line.slice(1));
  const given = (Array.isArray(edits) ? edits : [input]).filter(isJsonObject);
  const texts = given.map((edit) => edit['new_string'] ?? edit['content']);
  return [...added, ...texts.filter((text) => typeof text === 'string')].join('\n').trim();
}

// The tasks that an agent wrote into its own list, with their states.

const MAX_TASKS = 32;
/** Clients' names for the text of a task. */
const TITLES = ['content', 'step', 'subject', 'title', 'description', 'text'];
const ITEM = /^\s*[-*]\s+\[([ xX~>-])\]\s+(.{1,400})$/gm;

/** Empty for a call that names no task. */
function tasksIn(input: JsonValue, response: JsonValue): JsonObject[] {
  if (!isJsonObject(input)) return [];
  const list = input['todos'] ?? input['plan'] ?? [input];
  if (typeof list === 'string')
    return [...list.matchAll(ITEM)].slice(0, MAX_TASKS).map(([, mark, title]) => ({
      title: title!,
      status: /x/i.test(mark!) ? 'completed' : mark === ' ' ? 'pending' : 'in_progress',
    }));
  const created = isJsonObject(response) ? response['task'] : null;
  const id =
    input['taskId'] ?? (isJsonObject(created ?? null) ? (created as JsonObject)['id'] : null);
  return (Array.isArray(list) ? list : [])
    .slice(0, MAX_TASKS)
    .filter(isJsonObject)
    .flatMap((task): JsonObject[] => {
      const title = TITLES.map((key) => task[key]).find((text) => typeof text === 'string');
      const { status = 'pending' } = task;
      if (typeof id !== 'string') return title === undefined ? [] : [{ title, status }];
      return [{ id, ...(title !== undefined && { title }), status }];
    });
}
