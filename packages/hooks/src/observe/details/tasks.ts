/** The tasks that an agent wrote into its own list, with their states. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core/json';

const MAX_TASKS = 32;
/** What clients call the text of a task. */
const TITLES = ['content', 'step', 'subject', 'title', 'description', 'text'];
const ITEM = /^\s*[-*]\s+\[([ xX~>-])\]\s+(.{1,400})$/gm;

/** Empty for a call that names no task. */
export function tasksIn(input: JsonValue, response: JsonValue): JsonObject[] {
  if (!isJsonObject(input)) return [];
  const list = input['todos'] ?? input['plan'] ?? input['tasks'];
  if (typeof list === 'string')
    return [...list.matchAll(ITEM)].slice(0, MAX_TASKS).map(([, mark, title]) => ({
      title: title!,
      status: /x/i.test(mark!) ? 'completed' : mark === ' ' ? 'pending' : 'in_progress',
    }));
  if (Array.isArray(list)) return list.slice(0, MAX_TASKS).filter(isJsonObject).flatMap(taskOf);
  const created = isJsonObject(response) ? response['task'] : null;
  const id =
    input['taskId'] ?? (isJsonObject(created ?? null) ? (created as JsonObject)['id'] : null);
  if (typeof id !== 'string') return taskOf(input);
  const [task] = taskOf(input);
  return [{ id, ...(task ?? { status: wordOf(input) }) }];
}

function taskOf(item: JsonObject): JsonObject[] {
  const key = TITLES.find((each) => typeof item[each] === 'string' && item[each] !== '');
  return key === undefined ? [] : [{ title: item[key]!, status: wordOf(item) }];
}

function wordOf({ status }: JsonObject): string {
  return typeof status === 'string' ? status : 'pending';
}
