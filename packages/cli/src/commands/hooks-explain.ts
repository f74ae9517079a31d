/**
 * `hookloom hooks explain EVENT|SEQ`: which handlers would fire and in which order, why others would not, and what each
 * client ignores.
 */
import path from 'node:path';
import { defined, invalidRequest } from '@hookloom/core';
import type { HookEvent } from '@hookloom/core/hook';
import type { Explanation } from '@hookloom/hooks';
import type { CommandContext } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import {
  engineParts,
  projectParts,
  toolInput,
  typeNamed,
  withScratch,
} from '../command/hook-subject.ts';
import { argument, clientOption, memoryOptions, text } from '../command/options.ts';
import { recallHook } from '../command/recall-hook.ts';

export const command = defineCommand({
  name: 'hooks explain',
  summary: 'Show which hooks would run for an event, in which order, and why others would not.',
  description:
    'EVENT is the name that a client or a hook file uses (PreToolUse, pre_tool_use, BeforeTool, stop), or the number of a recorded event. Runs nothing.',
  arguments: { event: argument('EVENT', 'an event, or the number of a recorded one') },
  options: {
    client: clientOption(
      '--client <name>',
      'act as this client (default: claude-code, or the recorded one)',
    ),
    tool: text('--tool <name>', 'tool events: the tool, such as Bash'),
    input: text('--input <json>', "tool events: the tool's input, or a command line"),
    subject: text(
      '--subject <word>',
      'other events: the value that matchers test, such as startup',
    ),
    ...memoryOptions,
  },
  examples: {
    'hookloom hooks explain PreToolUse --tool Bash': 'before a shell command',
    'hookloom hooks explain stop --client gemini': 'the same question for Gemini CLI',
    'hookloom hooks explain 42': 'for event 42 of the log',
  },
  async run({ args, options, context }) {
    const [{ explain, isOfTool, sampleEvent }, { CLIENTS }] = await Promise.all([
      import('@hookloom/hooks'),
      import('@hookloom/hooks/clients'),
    ]);
    let event: HookEvent;
    if (/^\d+$/.test(args.event)) {
      event = (await recallHook(context, options, Number(args.event), options.client)).event;
    } else {
      const client = options.client ?? 'claude-code';
      const type = await typeNamed(args.event);
      const { tool, input, subject } = options;
      if (tool !== undefined && !isOfTool(type))
        throw invalidRequest(
          `${args.event} is not about a tool.`,
          'Pass the value that its matchers test with --subject.',
        );
      event = sampleEvent({
        client,
        type,
        nowMs: context.now(),
        cwd: projectParts(context, options).projectDir,
        ...defined({ tool, input: toolInput(input), subject }),
      });
    }
    const parts = await engineParts(context, options, 'look');
    const explained = await withScratch((scratch) =>
      explain({ ...parts, client: CLIENTS[event.source], event, scratch }),
    );
    if (options.json) context.out.json(explained);
    else printExplanation(context, explained, parts.projectDir);
  },
});

function printExplanation({ out }: CommandContext, explained: Explanation, projectDir: string) {
  const { losses, problems } = explained;
  const handlers = explained.handlers.filter(({ verdict }) => verdict !== 'own_command');
  out.line(
    { style: 'bold', text: explained.native_event },
    ` under ${explained.client}: ${explained.event_types.join(', then ')}`,
  );
  const { unreached } = explained;
  if (unreached !== null)
    out.wrapped({ style: 'yellow', text: `${unreached.message} ${unreached.remediation}` });
  if (handlers.length === 0) out.line('No hook uses it.');
  handlers.forEach((handler, at) => {
    const mark = handler.fires
      ? ({ style: 'green', text: 'fires  ' } as const)
      : handler.refuses
        ? ({ style: 'red', text: 'refuses' } as const)
        : ({ style: 'yellow', text: 'no     ' } as const);
    out.line(`${String(at + 1).padStart(2)}  `, mark, `  ${handler.action}`);
    const { dialect, event } = handler;
    out.dim(`             ${handler.place}  ${dialect} ${event}`);
    if (handler.why !== 'fires' && handler.verdict !== 'not_registered')
      out.wrapped(handler.why, ' '.repeat(13));
    for (const { field, note } of handler.losses)
      out.wrapped({ style: 'yellow', text: `${field} is lost: ${note}` }, ' '.repeat(13));
  });
  for (const { file, line, message } of problems) {
    const place = `${shownPath(file, projectDir)}${line > 0 ? `:${line}` : ''}`;
    out.line({ style: 'red', text: 'problem' }, `  ${place}`);
    out.wrapped(message, ' '.repeat(9));
  }
  out.line('');
  out.bold('What each client ignores in an answer');
  for (const { client, native_event: native, fields } of losses) {
    if (native === null) {
      out.line(`${client.padEnd(12)} has no such event`);
      continue;
    }
    const lost = fields.map(({ field, survival }) =>
      survival === 'changed' ? `${field}~` : field,
    );
    const text = lost.length === 0 ? 'nothing is lost' : lost.join(' ');
    out.wrapped(text, ' '.repeat(13), `${client.padEnd(12)} `);
  }
  out.dim('~ has another meaning in this client; `--json` has a note on each');
}

/** Relative to the project if the file is inside it. */
function shownPath(file: string, projectDir: string): string {
  const relative = path.relative(projectDir, file);
  return relative.startsWith('..') ? file : relative;
}
