/** `coordinate start`, `worker create`, `assign`, `handoff`: set up a mission and hand out its work. */
import { defineCommand } from '../command/definition.ts';
import {
  argument,
  choiceArgument,
  integer,
  placeOptions,
  text,
  texts,
} from '../command/options.ts';
import { printAnswer, withMissions } from '../command/with-missions.ts';

const mission = argument('MISSION', 'id of the mission');
const worker = argument('WORKER', 'id of the worker');
const actor = { actor: text('--actor <name>', 'who decides (default: coordinator)') };

export const start = defineCommand({
  name: 'coordinate start',
  summary: 'Start a mission that several agents share.',
  description: 'Creates a log for the mission. You become its coordinator.',
  arguments: { mission, objective: argument('OBJECTIVE', 'the goal of the mission') },
  options: { ...actor, ...placeOptions },
  examples: { 'hookloom coordinate start login-bug "Find the cause"': 'begin a mission' },
  async run({ args, options, context }) {
    const { mission: mission_id, objective } = args;
    const request = { mission_id, objective, actor: options.actor };
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.startMission(deps, request, caller),
    );
    printAnswer(context, options, answer, `Started ${mission_id}.`);
  },
});

export const workerCreate = defineCommand({
  name: 'coordinate worker',
  summary: 'Add a worker to a mission.',
  arguments: { action: choiceArgument('ACTION', 'what to do', ['create']), mission, worker },
  options: { ...actor, ...placeOptions },
  examples: { 'hookloom coordinate worker create login-bug worker-a': 'add worker-a' },
  async run({ args, options, context }) {
    const request = { mission_id: args.mission, worker_id: args.worker, actor: options.actor };
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.createWorker(deps, request, caller),
    );
    printAnswer(context, options, answer, `${args.worker} joined ${args.mission}.`);
  },
});

export const assign = defineCommand({
  name: 'coordinate assign',
  summary: 'Give a worker a task.',
  arguments: { mission, worker, assignment: argument('TASK', 'what to do') },
  options: {
    leaseMinutes: integer(
      '--lease-minutes <n>',
      'minutes after which the task expires',
      [1, 525_600],
    ),
    ...actor,
    ...placeOptions,
  },
  examples: {
    'hookloom coordinate assign login-bug worker-a "Read the cookie code" --lease-minutes 60':
      'a task for an hour',
  },
  async run({ args, options, context }) {
    const request = {
      mission_id: args.mission,
      worker_id: args.worker,
      assignment: args.assignment,
      lease_minutes: options.leaseMinutes,
      actor: options.actor,
    };
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.assignWork(deps, request, caller),
    );
    printAnswer(context, options, answer, `Assigned ${String(answer['assignment_id'])}.`);
  },
});

export const handoff = defineCommand({
  name: 'coordinate handoff',
  summary: 'Record a handoff with a summary, next steps and risks.',
  arguments: { mission, summary: argument('SUMMARY', 'the state of the mission') },
  options: {
    nextSteps: texts('--next-steps <text...>', 'what to do next'),
    risks: texts('--risks <text...>', 'what can go wrong'),
    ...placeOptions,
  },
  examples: {
    'hookloom coordinate handoff login-bug "The cookie is too short" --next-steps "Raise it"':
      'record a handoff',
  },
  async run({ args, options, context }) {
    const { nextSteps: next_steps, risks } = options;
    const request = { mission_id: args.mission, summary: args.summary, next_steps, risks };
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.handOff(deps, request, caller),
    );
    printAnswer(context, options, answer, `Recorded ${String(answer['handoff_id'])}.`);
  },
});
