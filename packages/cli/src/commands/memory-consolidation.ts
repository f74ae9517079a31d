import type { consolidationStatus } from '@hookloom/worker';
import { callerOf, deciderOf } from '../command/caller.ts';
import { workspaceToRead, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { reportedEmpty } from '../command/nothing-yet.ts';
import {
  choice,
  choiceArgument,
  integer,
  memoryOptions,
  optionalArgument,
  share,
  text,
  wrongUse,
} from '../command/options.ts';
import { sourceEventsOf, sourceOption } from '../command/fields-of.ts';
import { withRuntime } from '../command/with-runtime.ts';

const TYPES = ['episode', 'claim', 'procedure'] as const;
const STATUSES = ['accepted', 'rejected', 'deferred', 'conflicted'] as const;

const refuse = wrongUse('memory consolidation');

export const command = defineCommand({
  name: 'memory consolidation',
  summary: 'Propose, review and promote episodes, claims and procedures.',
  description:
    'A proposal cites recorded events and is not a fact. `propose` records your own; `propose-from-log` reads recent work, without a model; `status` shows what waits for a review. `review` accepts, rejects, defers or marks a conflict; rejected is final. `promote` makes an accepted one a fact, or a procedure a proposed skill. Only a person at a terminal can promote, and only if a source is from a person or a check that passed.',
  arguments: {
    action: choiceArgument(
      'ACTION',
      'what to do',
      'propose propose-from-log status review promote'.split(' '),
    ),
    id: optionalArgument('ID', 'id of a proposal, with review and promote'),
  },
  options: {
    type: choice('--type <type>', 'what is proposed', TYPES),
    title: text('--title <text>', 'a title, one line'),
    summary: text('--summary <text>', 'a few sentences'),
    ...sourceOption,
    confidence: share('--confidence <share>', 'how sure you are, 0 to 1 (default: 0.5)'),
    method: text('--method <name>', 'how it was found (default: manual)'),
    status: choice('--status <status>', 'the result of a review', STATUSES),
    rationale: text('--rationale <text>', 'why, with review'),
    limit: integer('--limit <n>', 'most new proposals from the log (default: 20)', [1, 100]),
    maxEvents: integer('--max-events <n>', 'newest events to read (default: 2000)', [1, 100_000]),
    windowSize: integer('--window-size <n>', 'events of one proposal (default: 5)', [1, 200]),
    actor: text('--actor <name>', 'the author of the event'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory consolidation propose-from-log': 'read recent work',
    'hookloom memory consolidation status': 'what waits for a review',
    'hookloom memory consolidation review consolidation:claim:000000000000000000000000 --status accepted --rationale "both sources say so"':
      'accept one',
    'hookloom memory consolidation promote consolidation:claim:000000000000000000000000':
      'make it a fact',
  },
  async run({ args, options, context }) {
    const { action, id } = args;
    const { json, title, summary, type, status, rationale, actor } = options;
    const workspace = workspaceToRead(context, options);
    if (action === 'status' && (await reportedEmpty(context, workspace, options))) return;
    const session_id = workspace.session;
    const by = { session_id, ...(actor !== undefined && { actor }) };
    const { out } = context;
    await withRuntime(context, workspace, async (runtime) => {
      const {
        consolidationStatus,
        promoteProposal,
        proposeCandidate,
        proposeFromLog,
        reviewCandidate,
      } = await import('@hookloom/worker');
      const caller = callerOf(context);
      if (action === 'status') {
        const answer = await consolidationStatus(runtime.context, { session_id });
        return json ? out.json(answer) : printStatus(context, answer);
      }
      if (action === 'propose-from-log') {
        const { limit, maxEvents: max_events, windowSize: window_size } = options;
        const request = { ...by, limit, max_events, window_size };
        const answer = await proposeFromLog(runtime.context, request, caller);
        if (json) return out.json(answer);
        const { candidate_count: added, deduped_count: known, segment_count: of } = answer;
        return out.line(`${added} proposed from ${of} windows; ${known} were known already.`);
      }
      if (action === 'propose') {
        if (type === undefined || title === undefined || summary === undefined)
          throw refuse('propose needs --type, --title, --summary and --source-event.');
        const answer = await proposeCandidate(
          runtime.context,
          {
            ...by,
            candidate_type: type,
            title,
            summary,
            source_events: sourceEventsOf(options.sourceEvent),
            confidence: options.confidence ?? 0.5,
            method: options.method ?? 'manual',
          },
          caller,
        );
        if (json) return out.json(answer);
        return out.line(`${answer.deduped ? 'Known already' : 'Proposed'}: ${answer.candidate_id}`);
      }
      if (id === undefined) throw refuse(`${action} needs the ID of a proposal.`);
      if (action === 'promote') {
        const request = { candidate_id: id, session_id };
        const answer = await promoteProposal(runtime.context, request, deciderOf(context));
        if (json) return out.json(answer);
        const { became } = answer;
        const name = became.type === 'skill' ? became.skill_id : became.type;
        return out.line(`Promoted as ${name}, event ${answer.seq}.`);
      }
      if (status === undefined || rationale === undefined)
        throw refuse('review needs --status and --rationale.');
      const request = { ...by, candidate_id: id, status, rationale };
      const answer = await reviewCandidate(runtime.context, request, caller);
      if (json) return out.json(answer);
      out.line(`${answer.candidate_id}: ${answer.previous_status} → ${answer.status}`);
    });
  },
});

type Status = Awaited<ReturnType<typeof consolidationStatus>>;

async function printStatus({ out }: CommandContext, answer: Status): Promise<void> {
  const { pending_count, accepted_count, deferred_count, conflicted_count, queue } = answer;
  out.dim(
    `${answer.candidate_count} proposals: ${pending_count} pending, ${accepted_count} accepted, ${deferred_count} deferred, ${conflicted_count} in conflict`,
  );
  const rows = queue.map((each) => [
    each.candidate_id,
    each.stale ? `${each.status}, stale` : each.status,
    each.title,
  ]);
  await out.table(rows);
}
