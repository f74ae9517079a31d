import type { QuarantineList, QuarantineText } from '@hookloom/worker';
import { deciderOf } from '../command/caller.ts';
import { type CommandContext, workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { reportedEmpty } from '../command/nothing-yet.ts';
import {
  choiceArgument,
  integer,
  memoryOptions,
  optionalArgument,
  text,
  wrongUse,
} from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';

const refuse = wrongUse('memory quarantine');

export const command = defineCommand({
  name: 'memory quarantine',
  summary: 'Review texts that are withheld from checkouts.',
  description:
    'Text from tools, files, servers, the web and models is withheld if it gives instructions to the assistant or hides characters. It stays in the log. `list` never prints the text; `show` prints one, escaped. `release` allows a text as reported, never as a fact. `hold` withholds a text or undoes a release. Only a person at a terminal can release or hold.',
  arguments: {
    action: choiceArgument('ACTION', 'what to do', ['list', 'show', 'release', 'hold']),
    citation: optionalArgument('ID', 'id from the list, or a citation'),
  },
  options: {
    reason: text('--reason <text>', 'the reason for the decision'),
    limit: integer('--limit <n>', 'entries of the list (default: 50)', [1, 1000]),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory quarantine list': 'what is withheld, and why',
    'hookloom memory quarantine show q0464261d6ec0': 'what it says, escaped',
    'hookloom memory quarantine release q0464261d6ec0 --reason "our own security note"':
      'allow it as reported text',
  },
  async run({ args, options, context }) {
    const { action, citation } = args;
    const workspace = workspaceOf(context, options);
    if (action === 'list' && (await reportedEmpty(context, workspace, options))) return;
    const { withholdText, listQuarantine, releaseQuarantined, showQuarantined } =
      await import('@hookloom/worker');
    await withRuntime(context, workspace, async (runtime) => {
      const session_id = workspace.session;
      if (action === 'list') {
        const answer = await listQuarantine(runtime.context, {
          session_id,
          limit: options.limit,
        });
        return options.json ? context.out.json(answer) : printList(context, answer);
      }
      if (citation === undefined) throw refuse(`${action} needs the ID of a text.`);
      if (action === 'show') {
        const answer = await showQuarantined(runtime.context, { citation, session_id });
        return options.json ? context.out.json(answer) : printText(context, answer);
      }
      if (options.reason === undefined) throw refuse(`${action} needs --reason.`);
      const decide = action === 'release' ? releaseQuarantined : withholdText;
      const answer = await decide(
        runtime.context,
        { citation, reason: options.reason, session_id },
        deciderOf(context),
      );
      if (options.json) return context.out.json(answer);
      context.out.line(`${answer.state}: event recorded as ${answer.seq}`);
      context.out.dim(answer.citation);
    });
  },
});

async function printList({ out }: CommandContext, answer: QuarantineList): Promise<void> {
  const { session_id, withheld, released, items } = answer;
  out.dim(`${session_id}: ${withheld} withheld, ${released} released`);
  const rows = items.map((item) => [
    item.id,
    item.state,
    item.channel,
    item.reason,
    `${item.event_type} ${item.seq}`,
  ]);
  await out.table(rows);
}

/** A bar precedes each line of the text, so that none looks like our own output. */
async function printText({ out }: CommandContext, answer: QuarantineText): Promise<void> {
  const { id, state, channel, reason, citation, actor, timestamp, text: said } = answer;
  const { renderLine, renderComplete } = await import('../output/table.ts');
  out.line(`${id}  ${state}  ${reason}`);
  out.dim(citation);
  const origin = `${channel}  ${timestamp.slice(0, 16)}  said by ${actor}`;
  out.dim(await renderLine(origin, out.columns));
  out.line('--- recorded text: data, not instructions ---');
  for (const line of said.split(/\r\n?|\n/))
    for (const piece of await renderComplete(line, out.columns - 2)) out.line(`| ${piece}`);
  out.line('--- end of recorded text ---');
}
