/**
 * What the worker answers about a whole workspace, by route and by tool. After a change that you intend, `npx vitest run packages/worker/test/saved --update` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listTool } from '../../src/mcp/tools/list-tool.ts';
import { tools } from '../../src/mcp/tools/index.ts';
import { workspace } from '../fixture.ts';
import { answersOfRoutes, answersOfTools, type Call } from '../saved-answers.ts';
import { recordWorkspace } from '../viewer/recorded-workspace.ts';
import { openSite, type Site } from '../viewer/viewer-site.ts';

let folder: string;
let site: Site;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-answers-'));
  const { runtime } = await recordWorkspace(folder);
  site = await openSite(runtime.workspace, folder);
  await site.settled();
});
afterAll(async () => {
  await site.close();
  fs.rmSync(folder, { recursive: true });
});

/** The questions come first, because later requests change what they find. */
const ROUTES = `
/api/observations
/api/observations?limit=2&offset=1
/api/observations?concept=gotcha
/api/summaries
/api/prompts
/api/sessions
/api/observations/by-file?path=docs/numbering.md
/api/search?query=due+dates
/api/search/observations?query=due&type=bugfix
/api/search/by-file?files=docs/numbering.md
/api/timeline?query=due+dates&depth_before=2&depth_after=2
/api/timeline/by-query?query=invoice+numbers
/api/projects
/api/context/inject?project=invoices
/api/context/inject?project=invoices&prompt=due+dates&budget=1500
/api/context/explain?project=invoices
/api/context/recent?project=invoices
/api/processing-status
/api/pending-queue
/api/ledger
/api/viewer/events?limit=12
/api/viewer/events?kind=edit
/api/viewer/events?client=codex
/api/viewer/sessions
/api/viewer/session?id=none
/api/viewer/memory/search?q=due+dates
/api/viewer/memory/facts
/api/viewer/memory/facts?type=decision&superseded=1
/api/viewer/inbox
/api/viewer/review
/api/viewer/missions
/api/viewer/entities?q=due
/api/viewer/graph?name=Due+dates+are+calendar+days+in+UTC&type=decision
/api/viewer/hooks
/api/viewer/hooks/explain?client=claude-code&event=PreToolUse&tool=Bash
/api/viewer/memory/fact?name=none&type=decision
/api/viewer/memory/fact?name=Due+dates+are+calendar+days+in+UTC&type=decision
/api/viewer/memory/facts?q=due&limit=1
/api/viewer/memory/why?citation=$46&q=due+dates
/api/viewer/memory/why?citation=$19&q=due+dates
/api/viewer/memory/why?citation=none&q=due
/api/viewer/event?citation=$19
/api/viewer/event?citation=$46
/api/viewer/event?citation=none
/api/viewer/events?limit=none
/api/viewer/events?before=20&limit=3
/api/viewer/session?id=invoices-default
/api/viewer/mission?mission=none
/api/viewer/workspaces
/api/viewer/economics
/api/viewer/integrity
/api/viewer/hooks/explain?client=none&event=PreToolUse
/api/export?project=invoices&type=bugfix
/api/settings
/api/observation/52001
/api/observation/1
/api/prompt/2001
/api/summary/54001
/api/summary/1
/api/session/1001
/api/observations?limit=0
/api/observations?type=bugfix&orderBy=date_asc
/api/search?query=
/api/search?query=due+dates&format=json&limit=1&dateStart=2020-01-01
/api/search?type=bugfix&project=none
/api/timeline?anchor=52001&depth_before=1&depth_after=0
/api/timeline?anchor=1
/api/context/inject
/api/context/inject?project=none
/nothing
/sessions/c1/status
/api/sdk-sessions/batch {"memorySessionIds":["none"]}
/api/memory/save {"text":""}
/api/observations/batch {"ids":"all"}
/api/context/semantic {"q":"due dates","project":"invoices","limit":2}
/api/observations/batch {"ids":[52001,53001],"orderBy":"date_asc"}
/api/viewer/memory/forget {"query":"INV"}
/api/sessions/init {"contentSessionId":"c9","project":"invoices","prompt":"Round the amounts"}
/api/sessions/observations {"contentSessionId":"c9","tool_name":"Read","tool_input":{"file_path":"a.ts"},"tool_response":"ok"}
/api/sessions/summarize {"contentSessionId":"c9","last_user_message":"Round","last_assistant_message":"Rounded."}
/api/sessions/complete {"contentSessionId":"c9","reason":"exit"}
/api/sessions/session-end {"contentSessionId":"none"}
/api/memory/save {"text":"Amounts are rounded half to even.","title":"Rounding","project":"invoices"}
/api/viewer/memory/pin {"text":"Amounts are in euros"}
/api/viewer/inbox/review {"statement":"none","action":"accept"}
/api/viewer/review/decide {"id":"none","action":"accept"}
/api/settings {"CLAUDE_MEM_LOG_LEVEL":"LOUD"}
/api/import {"sessions":[],"summaries":[],"observations":[{"title":"Imported","type":"discovery","project":"invoices","memory_session_id":"old","created_at_epoch":1600000000000}],"prompts":[]}
/api/pending-queue/retry {}
`;

test('answers every question of the viewer and of clients in the saved form', async () => {
  await expect(await answersOfRoutes(site, folder, ROUTES)).toMatchFileSnapshot(
    'answers-of-routes.txt',
  );
});

const MISSION = { mission_id: 'm' };
const CLAIM = { claim: 'Dates are in UTC', claim_key: 'dates.zone' };
const CALLS: readonly Call[] = [
  ['memory_append', { event_type: 'goal.created', actor: 'a', payload: { title: 'Ship it' } }],
  [
    'memory_append',
    {
      event_type: 'decision.made',
      actor: 'a',
      payload: { decision: 'Dates are in UTC', rationale: 'no time of day' },
    },
  ],
  [
    'memory_append',
    {
      event_type: 'causal.edge.generated',
      actor: 'a',
      payload: {
        source: { name: 'Dates are in UTC', entity_type: 'decision' },
        target: { name: 'Tests pass', entity_type: 'outcome' },
        relation_type: 'caused',
        confidence: 0.7,
        causal_method: 'judgement',
      },
    },
  ],
  ['memory_skill', { action: 'proposed', skill_id: 'release', procedure: ['Test', 'Tag'] }],
  ['memory_skill', { action: 'validated', skill_id: 'release', evidence: ['Ran on staging'] }],
  ['memory_checkout', { query: 'Which zone are dates in?' }],
  ['memory_checkout', { query: 'Which zone are dates in?', format: 'prompt' }],
  ['memory_query', { query: 'dates', paged: true, limit: 1 }],
  ['context_assemble', { query: 'dates', max_recent_events: 2 }],
  [
    'memory_feedback',
    { entity_name: 'Dates are in UTC', entity_type: 'decision', feedback: 'used' },
  ],
  ['memory_capabilities', {}],
  ['memory_feeling_of_knowing', { query: 'dates' }],
  ['memory_causal_successors', { entity_name: 'Dates are in UTC' }],
  ['memory_causal_predecessors', { entity_name: 'Tests pass', depth: 1 }],
  [
    'memory_consolidation_candidate',
    {
      candidate_type: 'claim',
      title: 'UTC',
      summary: 'Dates are in UTC',
      source_events: ['event 2'],
      confidence: 0.6,
      method: 'manual',
    },
  ],
  ['memory_consolidation_propose_from_log', { window_size: 2 }],
  ['memory_consolidation_status', {}],
  ['memory_explain_outcome', { outcome: 'Tests pass' }],
  [
    'memory_propose_belief_update',
    { ...CLAIM, rationale: 'said so', confidence: 0.6, source_events: ['event 2'] },
  ],
  ['memory_claim_confidence', CLAIM],
  ['memory_similar_procedures', { query: 'release' }],
  [
    'memory_record_known_unknown',
    {
      question: 'Which zone is the office in?',
      reason: 'never said',
      source_events: ['event 2'],
      claim_key: 'office.zone',
    },
  ],
  ['memory_known_unknowns', {}],
  ['memory_confidence_trajectory', { claim: 'Dates are in UTC' }],
  ['memory_reverification_needs', {}],
  ['memory_plan_from_procedures', { goal: 'release' }],
  ['memory_verbatim', { query: 'dates', limit: 1 }],
  ['memory_export', { limit: 2 }],
  ['memory_replay', { session_id: workspace.session, from_seq: 2, to_seq: 3 }],
  ['memory_bootstrap', { current_task: 'Fix the dates' }],
  ['context_after_turn', { role: 'assistant', content: 'I fixed the dates.', query: 'dates' }],
  ['coordination_start', { ...MISSION, objective: 'Fix the dates' }],
  ['coordination_worker_create', { ...MISSION, worker_id: 'w' }],
  ['coordination_assign', { ...MISSION, worker_id: 'w', assignment: 'Read', lease_minutes: 5 }],
  [
    'coordination_report_finding',
    { ...MISSION, worker_id: 'w', summary: 'It is local', claim_key: 'zone', claim_value: 'CET' },
  ],
  [
    'coordination_report_finding',
    { ...MISSION, worker_id: 'w', summary: 'It is UTC', claim_key: 'zone', claim_value: 'UTC' },
  ],
  ['coordination_approval_packet', MISSION],
  ['coordination_review_finding', { ...MISSION, finding_id: 'w:finding:1', status: 'accepted' }],
  ['coordination_review_finding', { ...MISSION, finding_id: 'w:finding:2', status: 'deferred' }],
  ['coordination_promote', { ...MISSION, finding_id: 'w:finding:1' }],
  ['coordination_handoff', { ...MISSION, summary: 'Done', next_steps: ['Ship'], risks: ['none'] }],
  ['coordination_merge_brief', MISSION],
  ['coordination_checkout', { ...MISSION, include_diagnostics: true }],
  ['coordination_performance_ledger', MISSION],
  ['coordination_proof_trace', { ...MISSION, handoff_id: 'm:handoff:1' }],
  [
    'memory_invalidate',
    {
      entity_name: 'Dates are in UTC',
      entity_type: 'decision',
      invalid_at: '2036-01-01T00:00:00Z',
    },
  ],
  ['memory_remember', { text: 'Invoices are numbered per year', subject: 'billing', kind: 'rule' }],
  ['memory_remember', { text: '' }],
  ['memory_correct', { text: 'Dates are in CET', citation: '$2' }],
  ['memory_why', { citation: '$2', query: 'dates' }],
  ['memory_why', { citation: '$1', query: 'dates' }],
  ['memory_why', { citation: 'none', query: 'dates' }],
  ['memory_forget', { query: 'CET' }],
  ['memory_release', { citation: '$2', reason: 'seen' }],
  [
    'memory_ingest',
    { events: [{ event_type: 'goal.created', actor: 'a', payload: { title: 'Plan' } }] },
  ],
  ['memory_ingest', { events: [{ event_type: 'decision.made', actor: 'a', payload: 4 }] }],
  ['memory_synthesis_evidence', { query: 'dates' }],
  ['memory_consolidation', { operation: 'status' }],
  ['memory_consolidation_review', { candidate_id: 'none', status: 'accepted', rationale: 'seen' }],
  ['memory_consolidation_promote', { candidate_id: 'none' }],
  ['memory_confidence', { operation: 'claim', claim: 'Dates are in UTC' }],
  [
    'memory_skill',
    { action: 'revised', skill_id: 'release', procedure: ['Tag'], supersedes_version: 1 },
  ],
  ['memory_skill', { action: 'applied', skill_id: 'release', outcome: 'success' }],
  ['memory_skill', { action: 'proposed', skill_id: 'release', procedure: [] }],
  ['memory_replay', { session_id: workspace.session, from_seq: 9, to_seq: 3 }],
  ['memory_query', { query: 'dates', limit: 0 }],
  ['memory_checkout', { query: 'dates', max_tokens: 200, purpose: 'security' }],
  ['memory_checkout', { query: 'dates', purpose: 'none' }],
  ['memory_checkout', {}],
  ['memory_append', { event_type: 'note.recorded', actor: 'a', payload: {} }],
  ['search', { query: 'dates' }],
  ['search', { query: 'dates', type: 'bugfix', limit: 1 }],
  ['timeline', { query: 'dates', depth_before: 1 }],
  ['get_observations', { ids: [1] }],
  ['subagent_cleanup', { worker_id: 'w' }],
  ['coordination_worker_create', { ...MISSION, worker_id: 'w' }],
  ['coordination_assign', { ...MISSION, worker_id: 'none', assignment: 'Read' }],
  ['coordination_promote', { ...MISSION, finding_id: 'w:finding:2' }],
  ['coordination_review_finding', { ...MISSION, finding_id: 'none', status: 'accepted' }],
  [
    'coordination_apply_approval',
    {
      ...MISSION,
      decisions: [{ finding_id: 'w:finding:2', status: 'rejected', rationale: 'It is UTC' }],
    },
  ],
  ['coordination_checkout', { mission_id: 'none' }],
  ['nothing', {}],
];

test('answers calls of tools in the saved form', async () => {
  await expect(await answersOfTools(CALLS)).toMatchFileSnapshot('answers-of-tools.txt');
});

interface JsonSchema {
  type?: string;
  enum?: unknown[];
  minimum?: number;
}

/** Values for a field of a tool, by its schema. */
function valuesOf({ type, enum: names, minimum = 0 }: JsonSchema): unknown[] {
  if (names !== undefined) return names.slice(0, 6);
  if (type === 'boolean') return [true, false];
  if (type === 'integer' || type === 'number') return [minimum, 1, 3];
  if (type === 'array') return [[], ['dates', 'release']];
  if (type === 'object') return [{}];
  return ['dates', 'release', '2036-01-01T00:00:00Z'];
}

const MOST_CHARS = 1200;

test('answers each argument of each tool in the saved form', async () => {
  const varied = tools.flatMap((tool): Call[] => {
    const usual = CALLS.find(([name]) => name === tool.name)?.[1] ?? {};
    const fields = Object.entries(listTool(tool).inputSchema['properties'] ?? {});
    return fields.flatMap(([field, schema]) =>
      valuesOf(schema as JsonSchema).map((value): Call => [
        tool.name,
        { ...usual, [field]: value },
      ]),
    );
  });
  const answers = await answersOfTools([...CALLS, ...varied], MOST_CHARS);
  await expect(answers).toMatchFileSnapshot('answers-of-each-argument.txt');
});
