/**
 * What the worker answers to less common arguments, by route and by tool. After a change that you intend, `npx vitest run packages/worker/test/saved --update` saves the new forms: read the difference.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersOfRoutes, answersOfTools, type Call } from '../saved-answers.ts';
import { recordWorkspace } from '../viewer/recorded-workspace.ts';
import { openSite, type Site } from '../viewer/viewer-site.ts';

let folder: string;
let site: Site;
beforeAll(async () => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-arguments-'));
  const { runtime } = await recordWorkspace(folder);
  site = await openSite(runtime.workspace, folder);
  await site.settled();
});
afterAll(async () => {
  await site.close();
  fs.rmSync(folder, { recursive: true });
});

const ROUTES = `
/api/observations?project=invoices&pinned=1
/api/observations?orderBy=date_desc&limit=1
/api/observations?orderBy=none
/api/observations?dateStart=2020-01-01&dateEnd=2020-01-02
/api/observations?dateStart=never
/api/observations?platformSource=codex
/api/observations?offset=900
/api/summaries?project=none
/api/prompts?limit=1&offset=1
/api/sessions?project=invoices&limit=1
/api/observations/by-file?path=
/api/search?query=due+dates&files=docs/numbering.md
/api/search?query=due+dates&concepts=gotcha,pattern
/api/search?query=due+dates&obs_type=decision
/api/search?query=due+dates&type=observations&orderBy=date_asc&offset=1
/api/search?query=due+dates&dateEnd=2020-01-01
/api/search?query=due+dates&format=none
/api/search/by-file?files=docs/numbering.md&files=src/none.ts
/api/timeline?anchor=S54001&depth_before=1&depth_after=1
/api/timeline?anchor=2026-01-01T00:00:00Z&depth_before=1&depth_after=1
/api/timeline?anchor=none
/api/timeline?query=nothing+of+the+kind
/api/timeline?query=due+dates&mode=interactive
/api/timeline?query=due+dates&mode=none
/api/timeline?query=due+dates&depth_before=0&depth_after=0
/api/projects?platformSource=codex
/api/context/inject?projects=invoices,none&budget=400
/api/context/inject?project=invoices&full=true&colors=true
/api/context/inject?project=invoices&why=1
/api/context/inject?project=invoices&budget=many
/api/context/inject?project=invoices&branch=main&files=docs/numbering.md
/api/context/preview?project=invoices&budget=600
/api/context/explain?project=invoices&prompt=due+dates&budget=500
/api/context/recent?project=invoices&limit=1
/api/context/recent?project=none
/api/ledger?day=2020-01-01
/api/ledger?day=none
/api/readiness
/health/none
/api/logs?lines=none
/api/viewer/events?type=decision.made
/api/viewer/events?kind=none
/api/viewer/events?channel=user&limit=2
/api/viewer/events?session=none
/api/viewer/events?concept=gotcha
/api/viewer/events?file=docs/numbering.md&limit=2
/api/viewer/events?text=due&limit=2
/api/viewer/events?from=2020-01-01&to=2020-01-02
/api/viewer/events?from=never
/api/viewer/events?ws=all&limit=2
/api/viewer/events?ws=7
/api/viewer/events?log=none
/api/viewer/sessions?before=20
/api/viewer/session
/api/viewer/memory/search?q=due+dates&limit=1
/api/viewer/memory/search?q=due+dates&at=2020-01-01T00:00:00Z
/api/viewer/memory/search?q=
/api/viewer/memory/search?q=due+dates&ws=all&limit=1
/api/viewer/memory/facts?limit=1&ws=all
/api/viewer/memory/facts?type=none
/api/viewer/memory/fact?citation=$19
/api/viewer/memory/fact
/api/viewer/inbox?limit=1
/api/viewer/entities?q=none
/api/viewer/entities
/api/viewer/graph?name=none&type=none
/api/viewer/graph?name=Due+dates+are+calendar+days+in+UTC&type=decision&depth=1&as_of=20
/api/viewer/graph?name=Due+dates+are+calendar+days+in+UTC&type=decision&depth=9
/api/viewer/graph?name=USER&depth=1
/api/viewer/graph?name=user&type=actor&depth=3&as_of=52
/api/viewer/graph?name=due+dates+are+calendar+days+in+utc&depth=1&as_of=999
/api/viewer/hooks/explain?client=codex&event=PostToolUse&tool=shell&input={"command":"ls"}
/api/viewer/hooks/explain?client=claude-code&event=PreToolUse&tool=Bash&input={
/api/viewer/hooks/explain?client=gemini&event=none
/api/viewer/missions?log=none
/api/viewer/review?ws=none
/api/viewer/integrity?full=1
/api/viewer/event
POST /api/observations/batch
/api/observations/batch {"ids":[1,"52001"],"limit":1,"project":"none"}
/api/observations/batch {"ids":
/api/observations/batch []
/api/sdk-sessions/batch {"contentSessionIds":["c1"],"sdkSessionIds":["c1"]}
/api/context/semantic {"q":"","project":"invoices"}
/api/context/semantic {"q":"due dates","project":"none"}
PATCH /api/observation/52001 {"title":"Due dates are days","facts":["One day"],"concepts":["gotcha"],"pinned":true}
PATCH /api/observation/52001 {"title":4}
PATCH /api/observation/1 {"title":"None"}
DELETE /api/observation/52001?dry_run=1
DELETE /api/observation/1
DELETE /api/summary/54001?dry_run=true
DELETE /api/prompt/2001?dry_run=true
DELETE /api/session/1001?dry_run=true
DELETE /sessions/none?dry_run=true
PUT /api/observations
/sessions/init {"sessionId":"c8","project":"invoices","userPrompt":"Fix it"}
/sessions/c8/init {"userPrompt":"Fix it","promptNumber":1}
/sessions/c8/init {"userPrompt":"Fix it again","promptNumber":2}
/sessions/c8/observations {"tool_name":"Bash","tool_input":{"command":"ls"},"tool_response":{"stdout":"a"}}
/sessions/c8/status
/sessions/c8/summarize {"last_assistant_message":"Fixed."}
/sessions/c8/complete {}
/api/sessions/init {"prompt":"No session"}
/api/sessions/init {"contentSessionId":"c7","cwd":"/none","prompt":"Elsewhere"}
/api/sessions/observations {"claudeSessionId":"c8","tool_name":"Edit","tool_input":"{","tool_use_id":"t1"}
/api/sessions/observations {"contentSessionId":"c8"}
/api/sessions/session-end {"claudeSessionId":"c8","reason":"clear"}
/api/memory/save {"text":"Rounding is half to even","metadata":{"a":1},"project":"none"}
/api/memory/save {"text":4}
/api/viewer/memory/pin {"citation":"$19"}
/api/viewer/memory/correct {"text":"Due dates are days in CET","entity_name":"none","entity_type":"decision"}
/api/viewer/memory/correct {"text":""}
/api/viewer/memory/forget {"values":["half to even"],"dry_run":true}
/api/viewer/memory/forget {"entity_name":"none","entity_type":"decision"}
/api/viewer/memory/forget {}
/api/viewer/inbox/review {"statement":"none","action":"edit"}
/api/viewer/inbox/review {"statement":"none","action":"strange"}
/api/viewer/review/decide {"id":"none","action":"strange"}
/api/viewer/review/decide {"id":"w:finding:1","action":"accept","mission_id":"none"}
/api/settings {"NONE":"1"}
/api/settings {"CLAUDE_MEM_LOG_LEVEL":"DEBUG"}
/api/pending-queue/retry {"id":7}
/api/import {"observations":[{"title":4}],"project":"none"}
/api/login {"code":"none"}
`;

test('answers the less common parameters of routes in the saved form', async () => {
  const answers = await answersOfRoutes(site, folder, ROUTES);
  await expect(answers).toMatchFileSnapshot('answers-of-parameters.txt');
});

const CALLS = String.raw`
memory_append {"event_type":"goal.created","actor":"a","payload":{"title":"Ship it"},"asked_as":["what ships"]}
memory_append {"event_type":"decision.made","actor":"a","payload":{"decision":"Dates are in UTC","rationale":"no time of day"}}
memory_append {"event_type":"command.completed","actor":"a","payload":{"command":"npm test","exit_code":1,"stderr":"1 test failed"}}
memory_append {"event_type":"decision.made","actor":"a","payload":{"decision":"Elsewhere"},"session_id":"none"}
memory_append {"event_type":"Decision","actor":"a","payload":{}}
memory_append {"event_type":"decision.made","actor":"","payload":{}}
memory_remember {"text":"Ann decides about dates","subject":"dates","kind":"fact","tags":["people"],"importance":0.9,"asked_as":["who decides"],"actor":"a"}
memory_remember {"text":"Ann decides","importance":4}
memory_checkout {"query":"Who decides about dates?","also":["npm test"],"limit":1}
memory_checkout {"query":"dates","replay_from_seq":2,"max_recent_events":1,"detail":"full"}
memory_checkout {"query":"dates","ref":"refs/heads/none"}
memory_checkout {"query":"dates","detail":"none"}
memory_checkout {"query":"dates","max_tokens":20}
memory_query {"query":"dates","also":["ship"],"limit":2}
memory_query {"query":"dates","temporal_filter":"2020-01-01T00:00:00Z"}
memory_query {"query":"dates","temporal_filter":"never"}
memory_query {"query":"dates","session_ids":["none"]}
memory_query {"query":"dates","paged":true,"limit":1,"cursor":"none"}
context_assemble {"query":"dates","replay_from_seq":2,"limit":1,"max_tokens":100}
memory_feedback {"entity_name":"Dates are in UTC","entity_type":"decision","feedback":"helpful","score":0.5,"query":"dates","reason":"it answers","outcome":"changed_answer","importance":0.4,"purpose":"planning","actor":"a"}
memory_feedback {"entity_name":"Dates are in UTC","entity_type":"decision","citation":"$2","feedback":"irrelevant"}
memory_feedback {"entity_name":"none","entity_type":"decision","feedback":"used"}
memory_invalidate {"entity_name":"none","entity_type":"decision"}
memory_invalidate {"entity_name":"Ship it","entity_type":"goal","reason":"shipped","invalid_at":"2020-01-01T00:00:00Z"}
memory_capabilities {"current_task":"Fix the dates"}
memory_feeling_of_knowing {"query":"dates","cues":{"entities":["dates"],"files":["a.ts"]}}
memory_feeling_of_knowing {"query":"tractors"}
memory_causal_successors {"entity_name":"npm test","relation_type":"caused","depth":1}
memory_causal_predecessors {"entity_name":"npm test","relation_type":"none"}
memory_consolidation_candidate {"candidate_type":"procedure","title":"Test first","summary":"Run the tests, then tag","source_events":["event 2"],"confidence":0.3,"method":"manual","purpose":"planning","actor":"a"}
memory_consolidation_candidate {"candidate_type":"claim","title":"None","summary":"None","source_events":["event 2"],"confidence":2,"method":"manual"}
memory_consolidation_propose_from_log {"window_size":3,"limit":1,"max_events":3,"purpose":"planning","actor":"a"}
memory_explain_outcome {"outcome":"npm test","depth":1,"phase":"execution"}
memory_explain_outcome {"outcome":"none","depth":9}
memory_propose_belief_update {"claim":"Dates are in CET","claim_key":"dates.zone","rationale":"a guess","confidence":0.2,"source_events":["event 2"],"phase":"planning","actor":"a"}
memory_claim_confidence {"claim":"Dates are in CET","claim_key":"dates.zone","min_confidence":0.9,"limit":1,"phase":"planning"}
memory_claim_confidence {"claim":"Tractors are red"}
memory_similar_procedures {"query":"test","limit":1,"phase":"planning"}
memory_record_known_unknown {"question":"Which zone?","reason":"never said","source_events":["event 2"],"claim_key":"office.zone","gap_type":"conflict","reverify_query":"office zone","phase":"planning","actor":"a"}
memory_known_unknowns {"status":"resolved","limit":1}
memory_known_unknowns {"limit":1}
memory_confidence_trajectory {"claim":"Dates are in UTC","limit":1}
memory_reverification_needs {"query":"dates","limit":1,"min_confidence":0.9}
memory_plan_from_procedures {"goal":"test","limit":1,"phase":"planning"}
memory_verbatim {"query":"tractors"}
memory_export {"grains":["semantic"],"kinds":["decision"],"since_seq":1,"max_seq":3}
memory_export {"query":"dates","query_limit":1,"since_time":"2020-01-01T00:00:00Z"}
memory_export {"until_time":"2020-01-01T00:00:00Z","exclude_sensitivities":["restricted"]}
memory_export {"grains":["none"]}
memory_export {"sign":true}
memory_skill {"action":"proposed","skill_id":"release","name":"Release","procedure":["Test","Tag"],"summary":"How to release","applicability":["Fridays"],"failure_modes":["a red test"],"rollback":"Delete the tag"}
memory_skill {"action":"outcome_recorded","skill_id":"release","success_score":0.2,"feedback":"slow","task":"1.0"}
memory_skill {"action":"contradicted","skill_id":"release","contradiction_reason":"The tests were red"}
memory_skill {"action":"deprecated","skill_id":"release","reason":"Replaced"}
memory_skill {"action":"validated","skill_id":"none","evidence":["Ran"]}
memory_replay {"session_id":"none"}
memory_bootstrap {}
context_after_turn {"role":"user","content":"Which zone?","query":"zone","source":"codex","limit":1,"max_recent_events":1,"max_tokens":200}
context_after_turn {"role":"none","content":"Which zone?"}
subagent_cleanup {"parent_session_id":"p","subagent_session_id":"s","summary":"Read it","query":"dates","limit":1}
coordination_start {"mission_id":"m","objective":"Fix the dates","actor":"a"}
coordination_start {"mission_id":"m","objective":"Again"}
coordination_worker_create {"mission_id":"m","worker_id":"w","actor":"a"}
coordination_report_finding {"mission_id":"m","worker_id":"w","summary":"It is local","evidence":[{"kind":"file","reference":"a.ts:1"},{"kind":"test","reference":"npm test"}],"confidence":0.5,"actor":"w"}
coordination_report_finding {"mission_id":"m","worker_id":"w","summary":"It is local","evidence":[{"kind":"none"}]}
coordination_review_finding {"mission_id":"m","finding_id":"w:finding:1","status":"accepted","rationale":"Seen","actor":"a"}
coordination_promote {"mission_id":"m","finding_id":"w:finding:1"}
coordination_promote {"mission_id":"m","finding_id":"w:finding:1"}
coordination_checkout {"mission_id":"m","query":"dates","max_tokens":200}
coordination_record_synthesis_artifact {"mission_id":"m","checkout":{},"outcome":"used","reason":"It is right"}
coordination_proof_trace {"mission_id":"m","artifact_id":"none"}
coordination_proof_trace {"mission_id":"m","proof_seq":2}
coordination_apply_approval {"mission_id":"m","packet_id":"none","decisions":[]}
coordination_merge_brief {"mission_id":"none"}
memory_synthesis_artifact {"checkout":{},"candidate":{},"outcome":"used","reason":"It is right","actor":"a"}
memory_synthesis_evidence {"checkout":{"prompt":"Dates are in UTC"},"outcome":"used"}
memory_ingest {"events":[{"event_type":"goal.created","actor":"a","payload":{"title":"Old"}}],"as_archive":true}
memory_ingest {"events":[]}
memory_correct {"text":"Dates are in CET","entity_name":"Dates are in UTC","entity_type":"decision","reason":"The customer asked","actor":"a"}
memory_correct {"text":"Dates are in CET","entity_name":"none","entity_type":"decision"}
memory_why {"citation":"$2","query":"dates","also":["zone"],"limit":1,"detail":"full","format":"prompt","max_tokens":200}
memory_forget {"entity_name":"Ship it","entity_type":"goal","dry_run":true}
search {"query":"dates","obs_type":["decision"],"concepts":["gotcha"],"files":["a.ts"],"offset":1}
timeline {"anchor":"1","depth_after":1}
get_observations {"ids":[1],"limit":1,"project":"none"}
get_observations {"ids":[]}
`;

test('answers the less common arguments of tools in the saved form', async () => {
  const calls = CALLS.trim()
    .split('\n')
    .map((line): Call => {
      const [, tool, args] = /^(\S+) (.*)$/.exec(line)!;
      return [tool!, JSON.parse(args!) as Record<string, unknown>];
    });
  await expect(await answersOfTools(calls)).toMatchFileSnapshot('answers-of-arguments.txt');
});
