/**
 * What a call tells besides that it ended: what a person decided in the client's dialogue, what it was made on, tasks,
 * commits, rules that were written into a memory file. A part of its own: see `tells.ts`.
 */
import { newDraft, putName, putText, putValue, type Draft } from '@hookloom/core/hook/draft';
import { LINE_CHARS, SUMMARY_CHARS } from '@hookloom/core/hook/excerpt';
import type { ToolSeen } from '@hookloom/core/hook/hook-event';
import type { ObservedEvent } from '@hookloom/core/hook/observed-event';
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';
import { addedText, isMemoryFile } from './memory-files.ts';
import { planIn } from './plans.ts';
import { answersIn } from './questions.ts';
import { refusedWith } from './refusals.ts';
import { repositoryIn } from './repository.ts';
import { namesFound, targetOf } from './targets.ts';
import { tasksIn } from './tasks.ts';

/** The common name of the tool, and what a failed call said. */
type Call = Pick<ToolSeen, 'name' | 'input' | 'response' | 'error'>;

interface Around {
  /** The text of the response. */
  text: string;
  /** Absolute path of the workspace. */
  root: string;
}

interface EndedCall extends Around {
  name: string;
  input: JsonValue;
  response: JsonValue;
}

const QUESTION = /^(?:ask|request)_?user/i;
const PLAN = /^exit_?plan/i;
const TASKS = /^(?:todo|task[cu]|update_|write_to)/i;
const SEARCH = /^(?:Grep|Glob|LS)$/;
/** The client's ids, which events of one call share. */
const IDS = [
  'source',
  'session_id',
  'prompt_id',
  'turn_id',
  'tool_use_id',
  'agent_id',
  'agent_type',
];

/** Completes the events of a call; the first is `tool.call.completed`. */
export function addDetails(
  events: ObservedEvent[],
  { name, input, response = null, error }: Call,
  { text, root }: Around,
): void {
  const call: EndedCall = { name, input, response, text, root };
  const [first] = events;
  if (first === undefined) return;
  const refused = error === null ? null : refusedWith(error);
  if (refused !== null) {
    first.payload['status'] = 'blocked';
    // It never ran.
    events.length = 1;
  }
  if (refused !== null || error === null)
    for (const [at, draft] of decisionsIn(call, refused).entries())
      events.push(decided(first, draft, at));
  if (error !== null && refused === null && !SEARCH.test(name) && name !== 'Read') return;
  const about = draftOf(first);
  if (refused !== null || SEARCH.test(name) || /Read$|^save_mem/.test(name))
    putText(about, 'target', targetOf(name, input, response, root), LINE_CHARS, { folded: true });
  if (error === null && isJsonObject(response) && isJsonObject(response['file'] ?? null))
    putText(about, 'result_summary', linesOf(response['file'] as JsonObject), LINE_CHARS);
  if (SEARCH.test(name) && error === null)
    putText(about, 'result_summary', namesFound(response, text, root), LINE_CHARS);
  if (TASKS.test(name) && error === null) {
    const tasks = tasksIn(input, response);
    if (tasks.length > 0) {
      putValue(about, 'tasks', tasks);
      first.channel = 'model';
    }
  }
  for (const event of events) {
    if (event.type === 'command.completed') putRepository(draftOf(event), input, text);
    if (event.type === 'file.edit.applied') putEdit(event, call);
  }
}

function linesOf({ numLines, totalLines }: JsonObject): string | undefined {
  if (typeof numLines !== 'number') return undefined;
  const isPart = typeof totalLines === 'number' && totalLines !== numLines;
  return isPart ? `${numLines} of ${totalLines} lines` : `${numLines} lines`;
}

/** What a permission is asked for or was denied for. */
export function putTarget(draft: Draft, name: string, input: JsonValue, root: string): void {
  putText(draft, 'target', targetOf(name, input, null, root), LINE_CHARS, { folded: true });
}

function decisionsIn(
  { name, input, response, text, root }: EndedCall,
  refused: string | null,
): Draft[] {
  if (PLAN.test(name)) {
    const plan = planIn(input, response, text);
    if (plan === null) return [];
    const isApproved = plan.isApproved && refused === null;
    const draft = newDraft({ outcome: isApproved ? 'approved' : 'refused' });
    putText(
      draft,
      'decision',
      `Plan ${isApproved ? 'approved' : 'refused'}: ${plan.title}`,
      LINE_CHARS,
    );
    putText(draft, 'plan', plan.text, 2 * SUMMARY_CHARS);
    putText(draft, 'rationale', plan.said ?? refused, SUMMARY_CHARS);
    return [draft];
  }
  if (refused !== null) {
    const target = targetOf(name, input, null, root);
    if (target === undefined && refused === '') return [];
    const draft = newDraft({ outcome: 'refused' });
    putText(draft, 'decision', `Refused: ${[name, target].filter(Boolean).join(' ')}`, LINE_CHARS, {
      folded: true,
    });
    putText(draft, 'rationale', refused, SUMMARY_CHARS);
    return [draft];
  }
  if (!QUESTION.test(name)) return [];
  return answersIn(input, response, text).map(
    ({ question, options, choice, description, note }) => {
      const draft = newDraft();
      putText(draft, 'decision', `${question} → ${choice}`, 2 * LINE_CHARS, { folded: true });
      putText(draft, 'question', question, LINE_CHARS, { folded: true });
      putValue(draft, 'options', options);
      putText(draft, 'choice', choice, LINE_CHARS);
      putText(draft, 'description', description, LINE_CHARS, { folded: true });
      putText(draft, 'rationale', note, LINE_CHARS);
      return draft;
    },
  );
}

/** A decision of the person at the client: only its own hook and its session file come here. */
function decided(
  call: ObservedEvent,
  { payload, redactedPaths }: Draft,
  at: number,
): ObservedEvent {
  const ids = IDS.flatMap((key) =>
    call.payload[key] === undefined ? [] : [[key, call.payload[key]!]],
  );
  return {
    ...call,
    type: 'decision.made',
    actorId: 'user',
    payload: { ...payload, ...(Object.fromEntries(ids) as JsonObject) },
    redactedPaths,
    channel: 'user',
    key: `${call.key}:decision:${at}`,
    links: [],
  };
}

function putRepository(draft: Draft, input: JsonValue, output: string): void {
  const command = isJsonObject(input) ? input['command'] : input;
  if (typeof command !== 'string') return;
  const { commit_message, branch, ...numbers } = repositoryIn(command, output);
  putText(draft, 'commit_message', commit_message, SUMMARY_CHARS / 2);
  putName(draft, 'branch', branch);
  Object.assign(draft.payload, numbers);
}

/** What was written into a file of rules: the agent's words. And whether the person changed the edit. */
function putEdit(event: ObservedEvent, { input, response, text }: EndedCall): void {
  const isChanged = isJsonObject(response) && response['userModified'] === true;
  if (isChanged || /^User modified the /m.test(text)) event.payload['changed_by_user'] = true;
  if (!isMemoryFile(String(event.payload['path']))) return;
  putText(draftOf(event), 'added', addedText(input, response), SUMMARY_CHARS / 2);
  event.channel = 'model';
}

/** The event as a draft: what is put into it is in the event. */
function draftOf({ payload, redactedPaths }: ObservedEvent): Draft {
  return { payload, redactedPaths };
}
