import { estimateTokenCount } from 'tokenx';
import { describe, expect, it } from 'vitest';
import { INSTRUCTIONS, SERVER_NAME } from '../identity.ts';
import { listingOf } from '../profile.ts';
import { tools } from './index.ts';
import { listTool } from './list-tool.ts';

/** The longest prefixes that clients put before a tool name, and where each of these clients stops. */
const PREFIXES = [
  ['mcp__plugin_zaxy_zaxy__', 64],
  ['mcp__hookloom__', 60],
  ['mcp_hookloom_', 60],
] as const;

describe('the tools', () => {
  it('are in the documented order, memory_checkout first', () => {
    expect(tools.map(({ name, profile, scope }) => `${name} ${profile} ${scope}`)).toEqual([
      'memory_checkout core read',
      'memory_append core write',
      'memory_query core read',
      'context_assemble core read',
      'memory_feedback core write',
      'memory_invalidate core admin',
      'memory_capabilities core read',
      'memory_feeling_of_knowing core read',
      'memory_causal_successors full read',
      'memory_causal_predecessors full read',
      'memory_consolidation_candidate full write',
      'memory_consolidation_propose_from_log full write',
      'memory_consolidation_status full read',
      'memory_consolidation_review full write',
      'memory_consolidation_promote full admin',
      'memory_explain_outcome full read',
      'memory_propose_belief_update full write',
      'memory_claim_confidence full write',
      'memory_similar_procedures full read',
      'memory_record_known_unknown full write',
      'memory_known_unknowns full read',
      'memory_confidence_trajectory full read',
      'memory_reverification_needs full read',
      'memory_plan_from_procedures full read',
      'memory_verbatim full read',
      'memory_export full admin',
      'memory_synthesis_artifact full write',
      'memory_synthesis_evidence full write',
      'memory_skill full write',
      'memory_replay full admin',
      'memory_bootstrap core read',
      'context_after_turn full write',
      'subagent_cleanup full write',
      'memory_consolidation full write',
      'memory_confidence full write',
      'coordination_start full write',
      'coordination_worker_create full write',
      'coordination_assign full write',
      'coordination_report_finding full write',
      'coordination_merge_brief full read',
      'coordination_checkout full read',
      'coordination_performance_ledger full read',
      'coordination_approval_packet full read',
      'coordination_apply_approval full write',
      'coordination_review_finding full write',
      'coordination_promote full write',
      'coordination_handoff full write',
      'coordination_record_synthesis_artifact full write',
      'coordination_proof_trace full read',
      'memory_ingest full write',
      'memory_remember core write',
      'memory_correct full write',
      'memory_forget full admin',
      'memory_why full read',
      'memory_release full admin',
      'search full read',
      'timeline full read',
      'get_observations full read',
    ]);
  });

  it.each(tools)('$name fits the names, texts and schemas that clients accept', (tool) => {
    expect(tool.name).toMatch(/^[a-z_]{1,40}$/);
    for (const [prefix, most] of PREFIXES)
      expect(`${prefix}${tool.name}`.length).toBeLessThanOrEqual(most);
    expect(Buffer.byteLength(tool.description)).toBeLessThanOrEqual(2048);
    const { inputSchema } = listTool(tool);
    expect(inputSchema['type']).toBe('object');
    for (const combinator of ['anyOf', 'oneOf', 'allOf', 'not', '$ref', '$defs'])
      expect(inputSchema).not.toHaveProperty(combinator);
  });

  it('promise structured output only for the front-door tools', () => {
    expect(
      tools.filter((tool) => listTool(tool).outputSchema !== undefined).map(({ name }) => name),
    ).toEqual([
      'memory_checkout',
      'memory_append',
      'memory_query',
      'context_assemble',
      'memory_feedback',
      'memory_invalidate',
      'memory_capabilities',
      'memory_feeling_of_knowing',
    ]);
  });

  it('say which of them add to the log', () => {
    expect(
      tools.filter(({ annotations }) => !annotations.readOnlyHint).map(({ name }) => name),
    ).toEqual([
      'memory_checkout',
      'memory_append',
      'memory_feedback',
      'memory_invalidate',
      'memory_feeling_of_knowing',
      'memory_consolidation_candidate',
      'memory_consolidation_propose_from_log',
      'memory_consolidation_review',
      'memory_consolidation_promote',
      'memory_explain_outcome',
      'memory_propose_belief_update',
      'memory_claim_confidence',
      'memory_similar_procedures',
      'memory_record_known_unknown',
      'memory_known_unknowns',
      'memory_confidence_trajectory',
      'memory_reverification_needs',
      'memory_plan_from_procedures',
      'memory_synthesis_artifact',
      'memory_synthesis_evidence',
      'memory_skill',
      'memory_bootstrap',
      'context_after_turn',
      'subagent_cleanup',
      'memory_consolidation',
      'memory_confidence',
      'coordination_start',
      'coordination_worker_create',
      'coordination_assign',
      'coordination_report_finding',
      'coordination_apply_approval',
      'coordination_review_finding',
      'coordination_promote',
      'coordination_handoff',
      'coordination_record_synthesis_artifact',
      'memory_ingest',
      'memory_remember',
      'memory_correct',
      'memory_forget',
      'memory_release',
    ]);
    for (const { name, annotations } of tools)
      expect(annotations).toMatchObject({
        destructiveHint: name === 'memory_forget',
        openWorldHint: false,
      });
  });

  it('load memory_checkout in full, and ask a person before anything is destroyed', () => {
    expect(
      tools.filter(({ meta }) => meta !== undefined).map(({ name, meta }) => [name, meta]),
    ).toEqual([
      ['memory_checkout', { 'anthropic/alwaysLoad': true }],
      ['memory_consolidation_promote', { 'anthropic/requiresUserInteraction': true }],
      ['memory_forget', { 'anthropic/requiresUserInteraction': true }],
      ['memory_release', { 'anthropic/requiresUserInteraction': true }],
    ]);
  });

  it('list the core profile in under 1,500 tokens', () => {
    const { listed_tools } = listingOf('core', tools);
    const listed = tools.filter(({ name }) => listed_tools.includes(name)).map(listTool);
    expect(estimateTokenCount(JSON.stringify(listed))).toBeLessThan(1500);
  });

  it('list the full profile in under 9,000 tokens', () => {
    expect(estimateTokenCount(JSON.stringify(tools.map(listTool)))).toBeLessThan(9000);
  });

  it('give their instructions within 250 characters', () => {
    expect(INSTRUCTIONS.length).toBeLessThanOrEqual(250);
    expect(INSTRUCTIONS).toContain('memory_checkout');
    expect(SERVER_NAME).toBe('zaxy-memory');
  });
});

describe('a profile', () => {
  it('filters the list of tools, and says what else can be called', () => {
    const core = [
      'memory_checkout',
      'memory_append',
      'memory_query',
      'context_assemble',
      'memory_feedback',
      'memory_invalidate',
      'memory_capabilities',
      'memory_feeling_of_knowing',
      'memory_bootstrap',
      'memory_remember',
    ];
    expect(listingOf('core', tools)).toEqual({
      active: 'core',
      listed_tools: core,
      available_but_unlisted: tools.map(({ name }) => name).filter((name) => !core.includes(name)),
      note: 'Unlisted tools can be called by name. Start the server with --profile full or MCP_TOOL_PROFILE=full to list them.',
    });
    expect(listingOf('full', tools)).toMatchObject({
      active: 'full',
      listed_tools: tools.map(({ name }) => name),
      available_but_unlisted: [],
    });
  });
});
