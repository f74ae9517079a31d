/** `hookloom demo`: records a sample session in a new folder, verifies it and queries it. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { eventSummaries } from '@hookloom/core/events';
import { defineCommand } from '../command/definition.ts';
import { text } from '../command/options.ts';
import { workspaceIn, type CommandContext } from '../command/context.ts';
import { namedFolder } from '../command/root-of.ts';
import { replaySession } from '../demo/replay-session.ts';
import { ownFiles } from '../install/own-files.ts';

const QUESTION = 'How should due dates be compared, and why did the test fail?';

export const command = defineCommand({
  name: 'demo',
  summary: 'Try Hookloom on a recorded session, in a temporary folder.',
  options: {
    directory: text('--directory <dir>', 'workspace to use (default: a fresh temporary folder)'),
  },
  examples: { 'hookloom demo': 'see the main job work, in a separate folder' },
  async run({ options, context, out }) {
    const root =
      options.directory === undefined
        ? path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-demo-')), 'invoices')
        : path.resolve(context.cwd, options.directory);
    if (fs.existsSync(root)) namedFolder(context.cwd, root);
    fs.mkdirSync(root, { recursive: true });
    // Uses the default session, because the commands printed below do.
    const workspace = workspaceIn(context, root, {});
    const files = ownFiles();

    heading(out, '1. A recorded Claude Code session goes through the hook command');
    let count = 0;
    for (const { event, tool } of replaySession({
      hook: files.hook,
      recording: files.recording,
      workspace: root,
      session: workspace.session,
    })) {
      count++;
      out.progress(`${count} ${event}${tool === null ? '' : ` ${tool}`}`);
    }
    out.progress(null);
    out.line(`${count} hook payloads delivered, one process each.`);

    const { openRuntime } = await import('@hookloom/worker');
    const runtime = await openRuntime(workspace);
    try {
      heading(out, '2. What was recorded');
      const summaryOf = eventSummaries();
      const rows: string[][] = [];
      for await (const event of runtime.store.read(workspace.session))
        rows.push([String(event.seq), event.type, summaryOf(event)]);
      await out.table(rows);

      heading(out, '3. Is the log intact?');
      const report = await runtime.store.verify(workspace.session);
      out.line(
        report.ok
          ? {
              style: 'green',
              text: `intact: ${report.total_events} events, ends with ${report.head?.hash.slice(0, 19)}`,
            }
          : { style: 'red', text: `broken at ${report.broken_at_seq}: ${report.broken_reason}` },
      );

      heading(out, `4. Ask the memory: ${QUESTION}`);
      const answer = await runtime.checkout({ query: QUESTION });
      for (const fact of answer.current_facts.slice(0, 3)) {
        out.wrapped(fact.content, '  ');
        out.line({ style: 'cyan', text: `  ${String(fact['citation'])}` });
      }
      out.line('');
      const { answerability, confidence } = answer.quality;
      out.line('What the agent is told: ', {
        style: 'bold',
        text: `${answerability} (confidence ${confidence})`,
      });
    } finally {
      await runtime.close();
    }

    heading(out, 'What to type next');
    out.line(`  cd ${root}`);
    for (const line of [
      'hookloom memory checkout "where do invoice numbers come from?"',
      'hookloom verify',
      'hookloom viewer .eventloom -o log.html',
    ])
      out.line(`  ${invocation(context)}${line.replace(/^hookloom/, '')}`);
    out.line('In your own project:');
    out.line(`  ${invocation(context)} init`);
  },
});

function heading(out: CommandContext['out'], words: string): void {
  out.line('');
  out.bold(words);
}

/** How this command was invoked, so that the printed lines can be pasted. */
function invocation(context: CommandContext): string {
  return context.env['npm_lifecycle_event'] === undefined ? 'hookloom' : `node ${ownFiles().bin}`;
}
