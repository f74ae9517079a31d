/** `coordinate brief`, `checkout`, `ledger`, `inspect`, `proof`, `audit-report`: show the state of a mission. */
import path from 'node:path';
import type { MissionRequest } from '@hookloom/worker';
import { missionId, ofMissions } from '../command/of-missions.ts';
import { operationCommand } from '../command/operation-command.ts';
import { flag, integer, placeOptions, requiredText, SEQ, text } from '../command/options.ts';
import { printBrief, printInspection, printLedger, printTrace } from '../output/missions.ts';
import { writeOwnFile } from '../output/write-file.ts';

export const brief = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).mergeBrief,
  name: 'coordinate brief',
  summary: 'Show a mission: workers, findings by state, open conflicts.',
  arguments: { missionId },
  options: placeOptions,
  examples: { 'hookloom coordinate brief login-bug': 'the pending decisions' },
  print: (answer, { context }) => printBrief(context.out, answer),
});

export const checkout = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).missionCheckout,
  name: 'coordinate checkout',
  summary: 'Print the accepted state of a mission, with citations.',
  arguments: { missionId },
  options: {
    query: text('--query <text>', 'the question; related findings come first'),
    maxTokens: integer('--max-tokens <n>', 'budget (default: 2000)', [200, 100_000]),
    includeDiagnostics: flag(
      '--include-diagnostics',
      'include pending findings, marked as non-authoritative',
    ),
    ...placeOptions,
  },
  examples: { 'hookloom coordinate checkout login-bug': 'what the mission established' },
  print(answer, { context }) {
    for (const line of answer.prompt.split('\n')) context.out.line(line);
  },
});

export const ledger = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).performanceLedger,
  name: 'coordinate ledger',
  summary: 'Compare what became of the findings of each worker.',
  arguments: { missionId },
  options: placeOptions,
  examples: { 'hookloom coordinate ledger login-bug': 'rates for each worker' },
  print: (answer, { context }) => printLedger(context.out, answer.workers),
});

export const inspect = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).inspectMission,
  name: 'coordinate inspect',
  summary: 'Show a whole mission, with its handoffs and proofs.',
  arguments: { missionId },
  options: placeOptions,
  examples: { 'hookloom coordinate inspect login-bug': 'everything about it' },
  print: (answer, { context }) => printInspection(context.out, answer),
});

export const proof = operationCommand({
  ...ofMissions,
  operation: async () => (await import('@hookloom/worker')).proofTrace,
  name: 'coordinate proof',
  summary: 'Look up every event that a proof refers to.',
  description:
    'Name exactly one of the artifact, the handoff and the proof. Exits 1 if a reference is not valid.',
  arguments: { missionId },
  options: {
    artifactId: text('--artifact-id <id>', 'the artifact'),
    handoffId: text('--handoff-id <id>', 'the handoff'),
    proofSeq: integer('--proof-seq <seq>', 'the event of the proof', SEQ),
    ...placeOptions,
  },
  examples: {
    'hookloom coordinate proof login-bug --handoff-id login-bug:handoff:1':
      'check the proof of a handoff',
  },
  print: (answer, { context }) => printTrace(context.out, answer),
  status: ({ verified }) => (verified ? 0 : 1),
});

export const auditReport = operationCommand({
  ...ofMissions,
  name: 'coordinate audit-report',
  summary: 'Write a mission as an HTML page.',
  arguments: { missionId },
  options: {
    output: requiredText('-o, --output <file>', 'HTML file to write'),
    force: flag('--force', 'replace the file if it exists'),
    ...placeOptions,
  },
  examples: { 'hookloom coordinate audit-report login-bug -o login-bug.html': 'the page' },
  async operation({ context }) {
    const { auditPage, inspectMission } = await import('@hookloom/worker');
    const time = new Date(context.now()).toISOString();
    return async (on, request: MissionRequest, caller) =>
      auditPage(await inspectMission(on, request, caller), time);
  },
  request: ({ args: { missionId: mission_id } }) => ({ mission_id }),
  printsJson: true,
  print(page, { args, options: { output, force, json }, context }) {
    const file = path.resolve(context.cwd, output);
    writeOwnFile(file, output, page, force);
    if (json) return context.out.json({ mission_id: args.missionId, file });
    context.out.line(`Wrote ${output}.`);
  },
});
