/** The tasks that an agent wrote into its own list, with their states. */
import { isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

const MAX_TASKS = 32;
/** Clients' names for the text of a task. */
const TITLES = ['content', 'step', 'subject', 'title', 'description', 'text'];
const ITEM = /^\s*[-*]\s+\[([ xX~>-])\]\s+(.{1,400})$/gm;

/** Empty for a call that names no task. */
export function tasksIn(input: JsonValue, response: JsonValue): JsonObject[] {
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
