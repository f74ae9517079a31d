/** `coordinate report`, `review`, `promote`: take a finding from its worker into the mission. */
import type { JsonObject } from '@hookloom/core';
import { fieldsOf } from '../command/fields-of.ts';
import { missionId, ofMissions } from '../command/of-missions.ts';
import { operationCommand } from '../command/operation-command.ts';
import { argument, choiceArgument, placeOptions, share, text, texts } from '../command/options.ts';
import { parseObject } from '../input/parse-object.ts';

const findingId = argument('FINDING', 'id of the finding, such as worker-a:finding:1');
const STATUSES = ['accepted', 'rejected', 'deferred', 'conflicted'] as const;

export const report = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).reportFinding,
  name: 'coordinate report',
  summary: 'Report a finding as a worker.',
  description:
    'The finding goes to the worker’s own log and stays pending until a coordinator reviews it. A file is recorded with its content hash, a command with its newest recorded run.',
  arguments: {
    missionId,
    workerId: argument('WORKER', 'id of the worker'),
    summary: argument('SUMMARY', 'what was found'),
  },
  options: {
    file: texts('--file <path...>', 'files that show it'),
    test: texts('--test <command...>', 'test commands that show it'),
    command: texts('--command <command...>', 'other commands that show it'),
    cite: texts('--cite <citation...>', 'citations of events that show it'),
    evidenceJson: texts('--evidence-json <json...>', 'evidence as JSON: kind, reference, …'),
    claimKey: text('--claim-key <key>', 'what it is about, such as cookie.max_age'),
    claimValue: text('--claim-value <value>', 'what it says about it'),
    confidence: share('--confidence <share>', 'how sure the worker is, 0 to 1'),
    actor: text('--actor <name>', 'who reports (default: the worker)'),
    ...placeOptions,
  },
  examples: {
    'hookloom coordinate report login-bug worker-a "The cookie expires after a minute" --file src/login.ts --claim-key cookie.max_age --claim-value 60':
      'a finding with a file as evidence',
  },
  request({ args, options: { file, test, command, cite, evidenceJson, ...options } }) {
    const of = (kind: string, references: string[] = []): JsonObject[] =>
      references.map((reference) => ({ kind, reference }));
    const evidence = [
      ...of('file', file),
      ...of('test', test),
      ...of('command', command),
      ...(cite ?? []).map((citation) => ({ kind: 'event', reference: citation, citation })),
      ...(evidenceJson ?? []).map((json) => parseObject(json, '--evidence-json')),
    ];
    // The operation validates the JSON.
    return { ...fieldsOf({ ...args, ...options }), evidence: evidence as [] };
  },
  print(answer, { context }) {
    context.out.line(`Reported ${answer.finding_id}; it is pending.`);
    context.out.dim(answer.citation);
    for (const { kind, reference, state, reason } of answer.evidence ?? [])
      context.out.line(`  ${kind} ${reference}: ${reason ?? state}`);
  },
});

export const review = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).reviewFinding,
  name: 'coordinate review',
  summary: 'Accept, reject, defer or dispute a finding.',
  description:
    'The worker that reported a finding cannot review it. Rejecting a promoted finding retracts it.',
  arguments: { missionId, findingId, status: choiceArgument('STATUS', 'the decision', STATUSES) },
  options: {
    rationale: text('--rationale <text>', 'why'),
    actor: text('--actor <name>', 'who decides (default: coordinator)'),
    ...placeOptions,
  },
  examples: {
    'hookloom coordinate review login-bug worker-a:finding:1 accepted --rationale "Seen in the file"':
      'accept a finding',
  },
  print: ({ previous_status }, { args }) =>
    `${args.findingId} was ${previous_status} and is ${args.status}.`,
});

export const promote = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).promoteFinding,
  name: 'coordinate promote',
  summary: 'Make an accepted finding part of the mission’s state.',
  description:
    'Needs an accepted review, evidence that resolves now and no open conflict. The refusal names what is missing.',
  arguments: { missionId, findingId },
  options: placeOptions,
  examples: { 'hookloom coordinate promote login-bug worker-a:finding:1': 'promote a finding' },
  print: (_, { args }) => `Promoted ${args.findingId}.`,
});
