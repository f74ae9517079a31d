/**
 * `coordinate approval-packet`, `review-export`, `apply-approval`, `template`, `synthesis`: exchange decisions and
 * proofs as files.
 */
import path from 'node:path';
import type { JsonObject } from '@hookloom/core';
import { defineCommand } from '../command/definition.ts';
import { fieldsOf } from '../command/fields-of.ts';
import { missionId, ofMissions } from '../command/of-missions.ts';
import { operationCommand } from '../command/operation-command.ts';
import {
  argument,
  choice,
  choiceArgument,
  flag,
  placeOptions,
  requiredText,
  text,
} from '../command/options.ts';
import { parseObject } from '../input/parse-object.ts';
import { readNamedFile } from '../input/read-input.ts';
import { printPacket } from '../output/missions.ts';
import { plural } from '../output/format.ts';
import { writeOwnFile } from '../output/write-file.ts';

const MAX_BYTES = 1_048_576;

export const approvalPacket = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).approvalPacket,
  name: 'coordinate approval-packet',
  summary: 'Show the pending decisions, and what each one needs.',
  arguments: { missionId },
  options: placeOptions,
  examples: { 'hookloom coordinate approval-packet login-bug': 'open findings' },
  print: (answer, { context }) => printPacket(context.out, answer),
});

export const reviewExport = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).approvalPacket,
  name: 'coordinate review-export',
  summary: 'Write the approval packet to a file, for a reviewer elsewhere.',
  description:
    'Fill in the decisions of the file and pass it to `hookloom coordinate apply-approval`.',
  arguments: { missionId },
  options: {
    output: requiredText('-o, --output <file>', 'JSON file to write'),
    force: flag('--force', 'replace the file if it exists'),
    ...placeOptions,
  },
  examples: { 'hookloom coordinate review-export login-bug -o packet.json': 'a packet' },
  request: ({ args: { missionId: mission_id } }) => ({ mission_id }),
  printsJson: true,
  print(packet, { options: { output, force, json }, context }) {
    const { decisions_template: decisions, ...rest } = packet;
    const file = path.resolve(context.cwd, output);
    writeOwnFile(file, output, `${JSON.stringify({ ...rest, decisions }, null, 2)}\n`, force);
    if (json) return context.out.json({ packet_id: packet.packet_id, file });
    context.out.line(`Wrote ${plural(packet.findings.length, 'finding')} to ${output}.`);
  },
});

export const applyApproval = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).applyApproval,
  name: 'coordinate apply-approval',
  summary: 'Apply the decisions of a file, all or none.',
  description:
    'The file is JSON with decisions and, if it came from `review-export`, the packet_id: then it is rejected if the mission has changed.',
  arguments: { missionId, file: argument('FILE', 'JSON file with decisions') },
  options: placeOptions,
  examples: { 'hookloom coordinate apply-approval login-bug packet.json': 'decide' },
  request({ args: { missionId: mission_id, file }, context }) {
    const { decisions, packet_id } = parseObject(readNamedFile(context, file, MAX_BYTES), file);
    // The operation validates the content of the file.
    return { mission_id, decisions, packet_id } as JsonObject as never;
  },
  print({ reviewed_count, promoted_count }, { context: { out } }) {
    out.line(`Reviewed ${plural(reviewed_count, 'finding')}, promoted ${promoted_count}.`);
  },
});

export const synthesis = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).recordProof,
  name: 'coordinate synthesis',
  summary: 'Link an answer to the accepted findings that support it.',
  description:
    'FILE is the JSON of `hookloom coordinate checkout --json`, or of `hookloom memory checkout --full --json` for the session of the mission.',
  arguments: { missionId, file: argument('FILE', 'JSON file of the checkout') },
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
  request({ args, options: { candidateJson, ...options }, context }) {
    const { missionId, file } = args;
    return {
      ...fieldsOf({ missionId, ...options }),
      checkout: parseObject(readNamedFile(context, file, MAX_BYTES), file),
      ...(candidateJson !== undefined && {
        candidate: parseObject(candidateJson, '--candidate-json'),
      }),
    };
  },
  print({ proof_seq, accepted_finding_ids: ids }, { context }) {
    context.out.line(`Recorded proof ${proof_seq}; it rests on ${ids.join(', ')}.`);
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
