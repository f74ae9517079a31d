// An agent's task list, in the clients that have a tool for it.
import assert from 'node:assert/strict';
import { assertWentWell, scenario } from '../lab/scenario.mjs';

const TASKS = ['Write the parser', 'Write its test'];
const titlesIn = (recorded) =>
  recorded('tool.call.completed').flatMap(({ tasks = [] }) => tasks.map(({ title }) => title));

export const tasksByHook = scenario(
  'an agent’s task list is recorded with its text',
  async ({ work, tools, recorded }) => {
    assertWentWell(await work(tools.tasks(TASKS)));
    assert.deepEqual(titlesIn(recorded), TASKS);
  },
);

export const tasksOfFile = scenario(
  'an agent’s task list is imported from its session file with its text',
  async ({ client, lab, work, tools, recorded }) => {
    assertWentWell(await work(tools.tasks(TASKS)));
    await lab.hookloom(['memory', 'remember', 'A first word']);
    await lab.hookloom([client.capture]);
    assert.deepEqual(titlesIn(recorded), TASKS);
  },
  { connected: false },
);
