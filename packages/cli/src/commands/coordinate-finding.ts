/** `coordinate report`, `review`, `promote`: take a finding from its worker into the mission. */
import type { JsonObject } from '@hookloom/core';
import { defineCommand } from '../command/definition.ts';
import { argument, choiceArgument, placeOptions, share, text, texts } from '../command/options.ts';
import { printAnswer, withMissions } from '../command/with-missions.ts';
import { parseObject } from '../input/parse-object.ts';

const mission = argument('MISSION', 'id of the mission');
const finding = argument('FINDING', 'id of the finding, such as worker-a:finding:1');
const STATUSES = ['accepted', 'rejected', 'deferred', 'conflicted'] as const;

export const report = defineCommand({
  name: 'coordinate report',
  summary: 'Report a finding as a worker.',
  description:
    'The finding goes to the worker’s own log and stays pending until a coordinator reviews it. A file is recorded with its content hash, a command with its newest recorded run.',
  arguments: {
    mission,
    worker: argument('WORKER', 'id of the worker'),
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
  async run({ args, options, context }) {
    const of = (kind: string, references: string[] = []): JsonObject[] =>
      references.map((reference) => ({ kind, reference }));
    const evidence = [
      ...of('file', options.file),
      ...of('test', options.test),
      ...of('command', options.command),
      ...(options.cite ?? []).map((citation) => ({ kind: 'event', reference: citation, citation })),
      ...(options.evidenceJson ?? []).map((json) => parseObject(json, '--evidence-json')),
    ];
    const request = {
      mission_id: args.mission,
      worker_id: args.worker,
      summary: args.summary,
      confidence: options.confidence,
      claim_key: options.claimKey,
      claim_value: options.claimValue,
      actor: options.actor,
      // The operation validates the JSON.
      evidence: evidence as [],
    };
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.reportFinding(deps, request, caller),
    );
    printAnswer(context, options, answer, `Reported ${answer.finding_id}; it is pending.`);
    if (options.json) return;
    for (const { kind, reference, state, reason } of answer.evidence ?? [])
      context.out.line(`  ${kind} ${reference}: ${reason ?? state}`);
  },
});

export const review = defineCommand({
  name: 'coordinate review',
  summary: 'Accept, reject, defer or dispute a finding.',
  description:
    'The worker that reported a finding cannot review it. Rejecting a promoted finding retracts it.',
  arguments: { mission, finding, status: choiceArgument('STATUS', 'the decision', STATUSES) },
  options: {
    rationale: text('--rationale <text>', 'why'),
    actor: text('--actor <name>', 'who decides (default: coordinator)'),
    ...placeOptions,
  },
  examples: {
    'hookloom coordinate review login-bug worker-a:finding:1 accepted --rationale "Seen in the file"':
      'accept a finding',
  },
  async run({ args, options, context }) {
    const { mission: mission_id, finding: finding_id, status } = args;
    const { rationale, actor } = options;
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.reviewFinding(deps, { mission_id, finding_id, status, rationale, actor }, caller),
    );
    printAnswer(
      context,
      options,
      answer,
      `${finding_id} was ${answer.previous_status} and is ${status}.`,
    );
  },
});

export const promote = defineCommand({
  name: 'coordinate promote',
  summary: 'Make an accepted finding part of the mission’s state.',
  description:
    'Needs an accepted review, evidence that resolves now and no open conflict. The refusal names what is missing.',
  arguments: { mission, finding },
  options: { ...placeOptions },
  examples: { 'hookloom coordinate promote login-bug worker-a:finding:1': 'promote a finding' },
  async run({ args, options, context }) {
    const { mission: mission_id, finding: finding_id } = args;
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.promoteFinding(deps, { mission_id, finding_id }, caller),
    );
    printAnswer(context, options, answer, `Promoted ${finding_id}.`);
  },
});
