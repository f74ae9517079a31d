import type { Workspace } from '@hookloom/core/settings';
import { invalidRequest, SKILL_ACTIONS, SKILL_FEEDBACK } from '@hookloom/core';
import { callerOf } from '../command/caller.ts';
import { workspaceOf, workspaceToRead, type CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { fieldsOf } from '../command/fields-of.ts';
import { reportedEmpty } from '../command/nothing-yet.ts';
import {
  choice,
  choiceArgument,
  memoryOptions,
  optionalArgument,
  text,
  texts,
  wrongUse,
} from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

const refuse = wrongUse('memory skill');

export const command = defineCommand({
  name: 'memory skill',
  summary: 'List, show, propose or review procedures.',
  description:
    '`list` shows the state of every version and `show` prints one. The other actions change its state. A proposed procedure is not offered to agents. Once validated, its steps are part of checkouts for matching tasks. A revision is a new version and names the version that it replaces. Invalid changes are refused.',
  arguments: {
    action: choiceArgument('ACTION', 'the action', ['list', 'show', ...SKILL_ACTIONS]),
    skillId: optionalArgument('SKILL_ID', 'name of the procedure; not with list'),
  },
  options: {
    // `--version` prints the version of the program.
    skillVersion: text('--skill-version <version>', 'version (default: 1)'),
    supersedesVersion: text('--supersedes-version <version>', 'the version a revision replaces'),
    name: text('--name <text>', 'title'),
    summary: text('--summary <text>', 'what it is for'),
    procedure: texts('--procedure <step...>', 'its steps, in order'),
    applicability: texts('--applicability <text...>', 'where it applies'),
    citations: texts('--citations <citation...>', 'citations of events that support it'),
    evidence: texts('--evidence <text...>', 'evidence for it: text or citations'),
    task: text('--task <name>', 'the task it was used for'),
    successScore: text('--success-score <score>', 'how it went, 0 to 1'),
    feedback: choice('--feedback <word>', 'how it went, in one word', [
      ...SKILL_FEEDBACK.success,
      ...SKILL_FEEDBACK.failure,
    ]),
    reason: text('--reason <text>', 'why'),
    failureModes: texts('--failure-modes <text...>', 'how it can go wrong'),
    rollback: text('--rollback <text>', 'how to undo it'),
    contradictionReason: text('--contradiction-reason <text>', 'the contradicting evidence'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory skill list': 'the state of every procedure',
    'hookloom memory skill show release': 'its steps and how it went',
    'hookloom memory skill proposed release --procedure "Run the tests" "Tag" "Publish"':
      'a procedure of three steps',
    'hookloom memory skill validated release': 'offer it to agents',
    'hookloom memory skill outcome_recorded release --task T-7 --feedback passed':
      'record how a use of it went',
  },
  async run({ args, options, context }) {
    const place = { ...options, sessionId: undefined };
    const isNamed = options.sessionId !== undefined;
    const workspace = (isNamed ? workspaceOf : workspaceToRead)(context, place);
    const { action, skillId } = args;
    if (action === 'list' || action === 'show')
      return look(context, workspace, action, skillId, options);
    if (skillId === undefined) throw refuse(`${action} needs the SKILL_ID.`);
    const { sessionId, json, skillVersion: version, successScore, ...said } = options;
    const fields = {
      ...fieldsOf({ ...said, version }),
      ...(successScore !== undefined && { success_score: scoreOf(successScore) }),
    };
    const { skill } = await import('@hookloom/worker');
    const answer = await withRuntime(context, workspace, (runtime) =>
      skill(runtime.context, { action, skill_id: skillId, ...fields }, callerOf(context), {
        session_id: sessionId,
      }),
    );
    if (json) return context.out.json(answer);
    context.out.line(`Recorded ${answer.event_type} as event ${answer.seq}.`);
  },
});

async function look(
  context: CommandContext,
  workspace: Workspace,
  action: 'list' | 'show',
  skillId: string | undefined,
  { sessionId, json }: { sessionId: string | undefined; json: boolean },
): Promise<void> {
  if (action === 'list' && skillId !== undefined) throw refuse('list does not take a SKILL_ID.');
  const { listSkills, showSkill } = await import('@hookloom/worker');
  const { printSkill, printSkills } = await import('../output/skills.ts');
  if (action === 'list' && (await reportedEmpty(context, workspace, { json }))) return;
  await withRuntime(context, workspace, async (runtime) => {
    const scope = { session_id: sessionId };
    if (action === 'list') {
      const answer = await listSkills(runtime.context, scope);
      return json ? context.out.json(answer) : printSkills(context.out, answer);
    }
    if (skillId === undefined) throw refuse('show needs the SKILL_ID.');
    const answer = await showSkill(runtime.context, { skill_id: skillId, ...scope });
    return json ? context.out.json(answer) : printSkill(context.out, answer);
  });
}

function scoreOf(text: string): number {
  if (/^(?:0(?:\.\d+)?|1(?:\.0+)?|\.\d+)$/.test(text)) return Number(text);
  throw invalidRequest('--success-score is not a number from 0 to 1.', 'Give for example 0.8.');
}
