/** `coordinate brief`, `checkout`, `ledger`, `inspect`, `proof`, `audit-report`: show the state of a mission. */
import path from 'node:path';
import { defineCommand } from '../command/definition.ts';
import {
  argument,
  flag,
  integer,
  placeOptions,
  requiredText,
  SEQ,
  text,
} from '../command/options.ts';
import { withMissions } from '../command/with-missions.ts';
import { printBrief, printInspection, printLedger, printTrace } from '../output/missions.ts';
import { writeOwnFile } from '../output/write-file.ts';

const mission = argument('MISSION', 'id of the mission');

export const brief = defineCommand({
  name: 'coordinate brief',
  summary: 'Show a mission: workers, findings by state, open conflicts.',
  arguments: { mission },
  options: { ...placeOptions },
  examples: { 'hookloom coordinate brief login-bug': 'the pending decisions' },
  async run({ args, options, context }) {
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.mergeBrief(deps, { mission_id: args.mission }, caller),
    );
    if (options.json) return context.out.json(answer);
    await printBrief(context.out, answer);
  },
});

export const checkout = defineCommand({
  name: 'coordinate checkout',
  summary: 'Print the accepted state of a mission, with citations.',
  arguments: { mission },
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
  async run({ args, options, context }) {
    const { query, maxTokens: max_tokens, includeDiagnostics: include_diagnostics } = options;
    const request = { mission_id: args.mission, query, max_tokens, include_diagnostics };
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.missionCheckout(deps, request, caller),
    );
    if (options.json) return context.out.json(answer);
    for (const line of answer.prompt.split('\n')) context.out.line(line);
  },
});

export const ledger = defineCommand({
  name: 'coordinate ledger',
  summary: 'Compare what became of the findings of each worker.',
  arguments: { mission },
  options: { ...placeOptions },
  examples: { 'hookloom coordinate ledger login-bug': 'rates for each worker' },
  async run({ args, options, context }) {
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.performanceLedger(deps, { mission_id: args.mission }, caller),
    );
    if (options.json) return context.out.json(answer);
    await printLedger(context.out, answer.workers);
  },
});

export const inspect = defineCommand({
  name: 'coordinate inspect',
  summary: 'Show a whole mission, with its handoffs and proofs.',
  arguments: { mission },
  options: { ...placeOptions },
  examples: { 'hookloom coordinate inspect login-bug': 'everything about it' },
  async run({ args, options, context }) {
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.inspectMission(deps, { mission_id: args.mission }, caller),
    );
    if (options.json) return context.out.json(answer);
    await printInspection(context.out, answer);
  },
});

export const proof = defineCommand({
  name: 'coordinate proof',
  summary: 'Look up every event that a proof refers to.',
  description:
    'Name exactly one of the artifact, the handoff and the proof. Exits 1 if a reference does not hold.',
  arguments: { mission },
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
  async run({ args, options, context }) {
    const { artifactId: artifact_id, handoffId: handoff_id, proofSeq: proof_seq } = options;
    const request = { mission_id: args.mission, artifact_id, handoff_id, proof_seq };
    const answer = await withMissions(context, options, (on, deps, caller) =>
      on.proofTrace(deps, request, caller),
    );
    if (options.json) context.out.json(answer);
    else await printTrace(context.out, answer);
    return answer.verified ? 0 : 1;
  },
});

export const auditReport = defineCommand({
  name: 'coordinate audit-report',
  summary: 'Write a mission as an HTML page.',
  arguments: { mission },
  options: {
    output: requiredText('-o, --output <file>', 'HTML file to write'),
    force: flag('--force', 'replace the file if it exists'),
    ...placeOptions,
  },
  examples: { 'hookloom coordinate audit-report login-bug -o login-bug.html': 'the page' },
  async run({ args, options, context }) {
    const page = await withMissions(context, options, async (on, deps, caller) =>
      on.auditPage(
        await on.inspectMission(deps, { mission_id: args.mission }, caller),
        new Date(context.now()).toISOString(),
      ),
    );
    const { output, force, json } = options;
    const file = path.resolve(context.cwd, output);
    writeOwnFile(file, output, page, force);
    if (json) return context.out.json({ mission_id: args.mission, file });
    context.out.line(`Wrote ${output}.`);
  },
});
