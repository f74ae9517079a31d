/** `coordinate start`, `worker create`, `assign`, `handoff`: set up a mission and hand out its work. */
import { fieldsOf } from '../command/fields-of.ts';
import { missionId, ofMissions } from '../command/of-missions.ts';
import { operationCommand } from '../command/operation-command.ts';
import {
  argument,
  choiceArgument,
  integer,
  placeOptions,
  text,
  texts,
} from '../command/options.ts';

const workerId = argument('WORKER', 'id of the worker');
const actor = text('--actor <name>', 'who decides (default: coordinator)');

export const start = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).startMission,
  name: 'coordinate start',
  summary: 'Start a mission that several agents share.',
  description: 'Creates a log for the mission. You become its coordinator.',
  arguments: { missionId, objective: argument('OBJECTIVE', 'the goal of the mission') },
  options: { actor, ...placeOptions },
  examples: { 'hookloom coordinate start login-bug "Find the cause"': 'begin a mission' },
  print: (_, { args }) => `Started ${args.missionId}.`,
});

export const workerCreate = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).createWorker,
  name: 'coordinate worker',
  summary: 'Add a worker to a mission.',
  arguments: { action: choiceArgument('ACTION', 'what to do', ['create']), missionId, workerId },
  options: { actor, ...placeOptions },
  examples: { 'hookloom coordinate worker create login-bug worker-a': 'add worker-a' },
  request: ({ args: { missionId: mission, workerId: worker }, options }) =>
    fieldsOf({ missionId: mission, workerId: worker, ...options }),
  print: (_, { args }) => `${args.workerId} joined ${args.missionId}.`,
});

export const assign = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).assignWork,
  name: 'coordinate assign',
  summary: 'Give a worker a task.',
  arguments: { missionId, workerId, assignment: argument('TASK', 'what to do') },
  options: {
    leaseMinutes: integer(
      '--lease-minutes <n>',
      'minutes after which the task expires',
      [1, 525_600],
    ),
    actor,
    ...placeOptions,
  },
  examples: {
    'hookloom coordinate assign login-bug worker-a "Read the cookie code" --lease-minutes 60':
      'a task for an hour',
  },
  print: (answer) => `Assigned ${answer['assignment_id']}.`,
});

export const handoff = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).handOff,
  name: 'coordinate handoff',
  summary: 'Record a handoff with a summary, next steps and risks.',
  arguments: { missionId, summary: argument('SUMMARY', 'the state of the mission') },
  options: {
    nextSteps: texts('--next-steps <text...>', 'what to do next'),
    risks: texts('--risks <text...>', 'what can go wrong'),
    ...placeOptions,
  },
  examples: {
    'hookloom coordinate handoff login-bug "The cookie is too short" --next-steps "Raise it"':
      'record a handoff',
  },
  print: (answer) => `Recorded ${answer['handoff_id']}.`,
});
