import { defined } from '@hookloom/core';
import type { Caller, ProposedStatement, ReviewRequest, Runtime } from '@hookloom/worker';
import { callerOf } from '../command/caller.ts';
import { isConfirmed } from '../command/confirm.ts';
import { workspaceOf, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { reportedEmpty } from '../command/nothing-yet.ts';
import {
  choiceArgument,
  flag,
  integer,
  memoryOptions,
  restArguments,
  text,
  wrongUse,
} from '../command/options.ts';
import { personOptions } from '../command/person-gate.ts';
import { withRuntime } from '../command/with-runtime.ts';

const ACTIONS = ['list', 'accept', 'reject', 'edit', 'merge', 'undo'] as const;
type Action = (typeof ACTIONS)[number];

const refuse = wrongUse('inbox');

export const command = defineCommand({
  name: 'inbox',
  summary: 'Review what Hookloom learnt from an assistant’s messages.',
  description:
    'What you say counts at once. What an assistant says is marked as proposed until you review it; it is used in the meantime. In a terminal, `hookloom inbox` shows one statement after another and reads one key for each: a accept, r reject, e edit, m merge, u undo, s skip, q quit. An accepted statement counts like your own words. A rejected one does not come back. Only a person at a terminal, in the viewer or with the admin token can review.',
  arguments: {
    action: { ...choiceArgument('ACTION', 'what to do', ACTIONS), required: false },
    statements: restArguments('STATEMENT', 'ids from the list, or citations'),
  },
  options: {
    text: text('--text <text>', 'with edit: the correct text'),
    into: text('--into <statement>', 'with merge: the statement to merge the others into'),
    yes: flag('-y, --yes', 'review without asking'),
    limit: integer('--limit <n>', 'statements to show (default: 50)', [1, 500]),
    ...personOptions,
    ...memoryOptions,
  },
  examples: {
    'hookloom inbox': 'review one after the other, with one key each',
    'hookloom inbox list': 'what is proposed, newest first',
    'hookloom inbox reject s0464261d6ec0 s51a0c2e4f7b9 --yes': 'reject two of them',
    'hookloom inbox edit s0464261d6ec0 --text "Releases are on Thursday" --yes':
      'replace it with a correction',
  },
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    const given = args.action as Action | undefined;
    const isList = given === undefined || given === 'list';
    if (isList && (await reportedEmpty(context, workspace, options))) return;
    const { listInbox, reviewStatement } = await import('@hookloom/worker');
    await withRuntime(context, workspace, async (runtime: Runtime) => {
      const session_id = workspace.session;
      const caller = await reviewerOf(context, options.adminTokenFile, workspace, given);
      const review = (request: Omit<ReviewRequest, 'session_id'>) =>
        reviewStatement(runtime.context, { ...request, session_id }, caller);
      if (isList) {
        const inbox = await listInbox(runtime.context, { session_id, limit: options.limit });
        if (options.json) return context.out.json(inbox);
        const isKeyed = given === undefined && isAtKeys(context) && caller.channel === 'user';
        if (!isKeyed || inbox.items.length === 0) return printList(context, inbox);
        const { reviewByKey } = await import('../inbox/review-by-key.ts');
        return reviewByKey(context, inbox, review);
      }
      const requests = requestsOf(given, args.statements ?? [], options);
      if (caller.channel === 'user' && !options.yes) {
        const asks = `${given} ${requests.length === 1 ? requests[0]!.statement : `${requests.length} statements`}?`;
        const denies = 'nothing was reviewed';
        if (!(await isConfirmed(context, { asks, denies }))) return;
      }
      const answers = [];
      for (const request of requests) answers.push(await review(request));
      if (options.json) return context.out.json({ session_id, reviews: answers });
      for (const { action, statement, seq } of answers)
        context.out.line(`${statement.id} ${PAST[action]}: event recorded as ${seq}`);
    });
  },
});

const PAST = {
  accept: 'accepted',
  reject: 'rejected',
  edit: 'edited',
  merge: 'merged',
  undo: 'taken back',
};

function requestsOf(
  action: Exclude<Action, 'list'>,
  statements: readonly string[],
  { text: edited, into }: { text: string | undefined; into: string | undefined },
): Omit<ReviewRequest, 'session_id'>[] {
  if (statements.length === 0) throw refuse(`${action} needs the ID of a statement.`);
  if (action === 'edit' && statements.length > 1) throw refuse('edit needs exactly one statement.');
  return statements.map((statement) => defined({ statement, action, text: edited, into }));
}

async function printList(
  { out }: CommandContext,
  { proposed, items }: { proposed: number; items: ProposedStatement[] },
): Promise<void> {
  if (proposed === 0) return out.line('Nothing is proposed.');
  const { printStatement } = await import('../inbox/print-statement.ts');
  const rest = proposed > items.length ? `, the newest ${items.length} are shown` : '';
  out.line(`${proposed} proposed, newest first${rest}.`);
  for (const item of items) {
    out.line('');
    await printStatement(out, item);
  }
}

/** Requires that standard input is a terminal. A program may have inherited only another stream of one. */
async function reviewerOf(
  context: CommandContext,
  adminTokenFile: string | undefined,
  workspace: ReturnType<typeof workspaceOf>,
  action: Action | undefined,
): Promise<Caller> {
  if (adminTokenFile === undefined)
    return context.stdin.isTTY === true ? callerOf(context) : { channel: 'model' };
  const { assertPerson } = await import('../command/person-gate.ts');
  // `hasReview`: a new token must not be accepted here, because it would also allow the review of hooks.
  const command = `inbox ${action ?? ''}`.trim();
  await assertPerson({ context, workspace, command, adminTokenFile, hasReview: true });
  return { channel: 'user' };
}

function isAtKeys({ stdin, out }: CommandContext): boolean {
  return out.isTerminal && stdin.isTTY === true;
}
