/**
 * `coordinate approval-packet`, `review-export`, `apply-approval`, `template`, `synthesis`: exchange decisions and
 * proofs as files.
 */
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { defineCommand } from '../command/definition.ts';
import {
  argument,
  choice,
  choiceArgument,
  flag,
  placeOptions,
  requiredText,
  text,
} from '../command/options.ts';
import { withMissions } from '../command/with-missions.ts';
import { parseObject } from '../input/parse-object.ts';
import { readNamedFile } from '../input/read-input.ts';
import { printPacket } from '../output/missions.ts';
import { plural } from '../output/plural.ts';
import { writeOwnFile } from '../output/write-file.ts';

const MAX_BYTES = 1_048_576;
const mission = argument('MISSION', 'id of the mission');

export const approvalPacket = defineCommand({
  name: 'coordinate approval-packet',
  summary: 'Show the pending decisions, and what each one needs.',
  arguments: { mission },
  options: { ...placeOptions },
  examples: { 'hookloom coordinate approval-packet login-bug': 'open findings' },
  async run({ args, options, context }) {
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.approvalPacket(deps, { mission_id: args.mission }, caller),
    );
    if (options.json) return context.out.json(answer);
    await printPacket(context.out, answer);
  },
});

export const reviewExport = defineCommand({
  name: 'coordinate review-export',
  summary: 'Write the approval packet to a file, for a reviewer elsewhere.',
  description:
    'Fill in the decisions of the file and pass it to `hookloom coordinate apply-approval`.',
  arguments: { mission },
  options: {
    output: requiredText('-o, --output <file>', 'JSON file to write'),
    force: flag('--force', 'replace the file if it exists'),
    ...placeOptions,
  },
  examples: { 'hookloom coordinate review-export login-bug -o packet.json': 'a packet' },
  async run({ args, options, context }) {
    const packet = await withMissions(context, options, (on, deps, caller) =>
      on.approvalPacket(deps, { mission_id: args.mission }, caller),
    );
    const { decisions_template: decisions, ...rest } = packet;
    const { output, force, json } = options;
    const file = path.resolve(context.cwd, output);
    writeOwnFile(file, output, `${JSON.stringify({ ...rest, decisions }, null, 2)}\n`, force);
    if (json) return context.out.json({ packet_id: packet.packet_id, file });
    context.out.line(`Wrote ${plural(packet.findings.length, 'finding')} to ${output}.`);
  },
});

export const applyApproval = defineCommand({
  name: 'coordinate apply-approval',
  summary: 'Apply the decisions of a file, all or none.',
  description:
    'The file is JSON with decisions and, if it came from `review-export`, the packet_id: then it is rejected if the mission has changed.',
  arguments: { mission, file: argument('FILE', 'JSON file with decisions') },
  options: { ...placeOptions },
  examples: { 'hookloom coordinate apply-approval login-bug packet.json': 'decide' },
  async run({ args, options, context }) {
    const { decisions, packet_id } = parseObject(
      readNamedFile(context, args.file, MAX_BYTES),
      args.file,
    );
    const request = { mission_id: args.mission, decisions, packet_id } as JsonObject;
    const answer = await withMissions(context, options, (on, deps, caller) =>
      // The operation validates the content of the file.
      on.applyApproval(deps, request as never, caller),
    );
    if (options.json) return context.out.json(answer);
    const { reviewed_count, promoted_count } = answer;
    context.out.line(`Reviewed ${plural(reviewed_count, 'finding')}, promoted ${promoted_count}.`);
  },
});

export const synthesis = defineCommand({
  name: 'coordinate synthesis',
  summary: 'Link an answer to the accepted findings that support it.',
  description:
    'FILE is the JSON of `hookloom coordinate checkout --json`, or of `hookloom memory checkout --full --json` for the session of the mission.',
  arguments: { mission, file: argument('FILE', 'JSON file of the checkout') },
  options: {
    decisionScope: choice('--decision-scope <name>', 'what it is for (default: brief)', [
      'brief',
      'approval',
      'accepted_checkout',
      'handoff',
    ]),
    handoffId: text('--handoff-id <id>', 'the handoff, for the scope handoff'),
    candidateJson: text('--candidate-json <json>', 'the answer candidate that was used'),
    outcome: choice('--outcome <name>', 'what became of the candidate', [
      'used',
      'helpful',
      'rejected',
      'corrected',
      'excluded',
    ]),
    reason: text('--reason <text>', 'why'),
    ...placeOptions,
  },
  examples: {
    'hookloom coordinate synthesis login-bug checkout.json --decision-scope handoff --handoff-id login-bug:handoff:1':
      'prove a handoff',
  },
  async run({ args, options, context }) {
    const { candidateJson, decisionScope: decision_scope, handoffId: handoff_id } = options;
    const request = {
      mission_id: args.mission,
      checkout: parseObject(readNamedFile(context, args.file, MAX_BYTES), args.file),
      ...(candidateJson !== undefined && {
        candidate: parseObject(candidateJson, '--candidate-json'),
      }),
      outcome: options.outcome,
      reason: options.reason,
      decision_scope,
      handoff_id,
    };
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.recordProof(deps, request, caller),
    );
    if (options.json) return context.out.json(answer);
    const { proof_seq, accepted_finding_ids } = answer;
    context.out.line(
      `Recorded proof ${proof_seq}; it rests on ${accepted_finding_ids.join(', ')}.`,
    );
  },
});

const TEMPLATES = {
  finding: {
    mission_id: 'login-bug',
    worker_id: 'worker-a',
    summary: 'The cookie expires after a minute',
    evidence: [
      { kind: 'file', reference: 'src/login.ts' },
      { kind: 'test', reference: 'npm test' },
    ],
    confidence: 0.8,
    claim_key: 'cookie.max_age',
    claim_value: '60',
  },
  decisions: {
    decisions: [
      {
        finding_id: 'worker-a:finding:1',
        status: 'accepted',
        rationale: 'Seen in the file',
        promote: true,
      },
    ],
  },
};

export const template = defineCommand({
  name: 'coordinate template',
  summary: 'Print an example of a finding or of decisions as JSON.',
  arguments: { kind: choiceArgument('KIND', 'what to print', ['finding', 'decisions']) },
  options: {},
  examples: { 'hookloom coordinate template decisions': 'a file for apply-approval' },
  async run({ args, context }) {
    context.out.json(TEMPLATES[args.kind]);
    return Promise.resolve();
  },
});
