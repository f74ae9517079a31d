import path from 'node:path';
import type { ExportAnswer, ExportRequest } from '@hookloom/worker';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { fieldsOf } from '../command/fields-of.ts';
import { flag, integer, memoryOptions, SEQ, text, words } from '../command/options.ts';
import { withRuntime } from '../command/with-runtime.ts';
import { jsonText } from '../output/json-text.ts';
import { plural } from '../output/format.ts';
import { writeOwnFile } from '../output/write-file.ts';

export const command = defineCommand({
  name: 'memory export',
  summary: 'Export a session as JSON: its events and the facts derived from them.',
  description:
    'Writes the format zaxy.export.v1 with all events, unless you pass --limit. Forgotten events are not included. --sign adds an Ed25519 signature of your own key, which is created on first use; `hookloom verify-export` checks it.',
  options: {
    grains: words('--grains <names>', 'what to write (default: both)', ['event', 'semantic']),
    kinds: words('--kinds <names>', 'event types, families of them, or entity types'),
    sinceSeq: integer('--since-seq <n>', 'only events after this one', [
      0,
      Number.MAX_SAFE_INTEGER,
    ]),
    maxSeq: integer('--max-seq <n>', 'only events up to this one', SEQ),
    sinceTime: text('--since-time <time>', 'only events at or after this time (ISO 8601)'),
    untilTime: text('--until-time <time>', 'only events at or before this time (ISO 8601)'),
    query: text('--query <question>', 'only what this question finds'),
    queryLimit: integer('--query-limit <n>', 'rows that it may find (default: 50)', [1, 100]),
    limit: integer('--limit <n>', 'events at most (default: all)', [1, 10_000]),
    excludeSensitivities: words('--exclude-sensitivities <names>', 'events to leave out', [
      'public',
      'restricted',
    ]),
    sign: flag('--sign', 'sign the bundle with your own key'),
    output: text('-o, --output <file>', 'write a file instead of standard output'),
    force: flag('--force', 'replace the file if it exists'),
    ...memoryOptions,
  },
  examples: {
    'hookloom memory export -o memory.json': 'everything, into a file',
    'hookloom memory export --sign -o signed.json': 'the same, signed',
    'hookloom memory export --grains semantic --kinds decision': 'the decisions and their versions',
  },
  async run({ options, context }) {
    const workspace = workspaceOf(context, { ...options, sessionId: undefined });
    // The operation validates the values and names the invalid one.
    const { sign, output, force, ...filters } = options;
    const request = {
      ...fieldsOf(filters),
      ...(options.sessionId !== undefined && { session_id: options.sessionId }),
    } as ExportRequest;
    const bundle = await withRuntime(context, workspace, async (runtime) => {
      const { exportMemory, keyFolder, MAX_EXPORT_ROWS } = await import('@hookloom/worker');
      // All pages form one bundle, because the signature covers the whole.
      const folder = sign ? keyFolder(runtime.context) : null;
      const signed = async (whole: ExportAnswer): Promise<ExportAnswer> => {
        if (folder === null) return whole;
        const { signExport } = await import('@hookloom/worker');
        return signExport(folder, whole);
      };
      if (options.limit !== undefined) return signed(await exportMemory(runtime.context, request));
      const page = { ...request, limit: MAX_EXPORT_ROWS };
      const first = await exportMemory(runtime.context, page);
      // The following pages end at the head of the first one: a bundle has one head.
      const max_seq = request.max_seq ?? first.head?.seq;
      let last = first;
      while (last.next_since_seq !== null) {
        const since_seq = last.next_since_seq;
        last = await exportMemory(runtime.context, { ...page, max_seq, since_seq });
        addPage(first, last);
      }
      return signed(first);
    });
    const { logNotices } = await import('@hookloom/log');
    for (const { message, command } of logNotices(workspace.eventloomDir))
      context.out.note(`${message} Run \`${command}\`.`);
    const { counts } = bundle;
    if (output === undefined) return context.out.json(bundle);
    const file = path.resolve(context.cwd, output);
    writeOwnFile(file, output, `${jsonText(bundle)}\n`, force);
    if (options.json) return context.out.json({ file, counts, truncated: bundle.truncated });
    context.out.line(
      `Wrote ${output}: ${plural(counts.events, 'event')}, ${plural(counts.facts, 'fact')}.`,
    );
    const { signature } = bundle as { signature?: { key_id: string } };
    if (signature !== undefined) {
      context.out.line(`Signed with key ${signature.key_id}`);
      context.out.line('Tell the reader the key over another channel than the file.');
    }
  },
});

function addPage(bundle: ExportAnswer, page: ExportAnswer): void {
  bundle.events.push(...page.events);
  bundle.facts.push(...page.facts);
  for (const key of ['events', 'facts', 'forgotten', 'excluded_sensitivity'] as const)
    bundle.counts[key] += page.counts[key];
  bundle.truncated = page.truncated;
  bundle.next_since_seq = page.next_since_seq;
}
