import { corrupt, type JsonObject } from '@hookloom/core';
import type { Imported } from '@hookloom/worker';
import { callerOf } from '../command/caller.ts';
import { workspaceOf } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { withStore } from '../command/with-store.ts';
import { embedImported } from '../command/embed-imported.ts';
import { argument, memoryOptions } from '../command/options.ts';
import { parseObject } from '../input/parse-object.ts';
import { readNamedFile } from '../input/read-input.ts';
import type { Output } from '../output/output.ts';
import { plural } from '../output/format.ts';

const MAX_INPUT_BYTES = 256 * 1024 * 1024;

export const command = defineCommand({
  name: 'memory import',
  summary: 'Import the events of an export into a session.',
  description:
    'Computes every hash again and rejects the file if one does not match. The events keep their time, author, origin and channel, and are labelled as imported. They are history, not current facts. Events that were imported before are skipped. Facts are derived from the events. Then computes the vectors of the new events, for at most three minutes. If you press Ctrl-C, the worker computes the rest.',
  arguments: { file: argument('FILE', 'what `hookloom memory export` wrote') },
  options: { ...memoryOptions },
  examples: { 'hookloom memory import memory.json': 'import an export' },
  async run({ args, options, context }) {
    const workspace = workspaceOf(context, options);
    const { assertIngestable, importItems, ingestItems, summed } = await import('@hookloom/worker');
    const session = assertIngestable(workspace.session);
    const text = readNamedFile(context, args.file, MAX_INPUT_BYTES);
    const bundle = parseObject(text, args.file, 'Name a file that `hookloom memory export` wrote.');
    await assertSignature(bundle);
    const { items, left_out, unchecked } = importItems(bundle);
    const events: Imported[] = [];
    await withStore(context, workspace, async (store) => {
      for await (const imported of ingestItems(store, session, items, callerOf(context)))
        events.push(...imported);
    });
    const answer = { ...summed(session, events, left_out), unchecked };
    if (options.json) context.out.json(answer);
    else reportImport(context.out, session, answer);
    if (answer.imported > 0) await embedImported(context, workspace);
  },
});

function reportImport(
  out: Output,
  session: string,
  {
    imported,
    deduped,
    left_out = 0,
    unchecked,
  }: { imported: number; deduped: number; left_out?: number; unchecked: number },
): void {
  if (left_out > 0)
    out.line(`Left out ${plural(left_out, 'event')} that the other log wrote about itself.`);
  if (unchecked > 0)
    out.line(
      `${plural(unchecked, 'event')} of an older writer: the hashes cannot be computed again.`,
    );
  out.line(
    `Imported ${plural(imported, 'event')} into ${session}; ${deduped.toLocaleString('en-US')} were there already.`,
  );
}

/** An export needs no signature, but an existing one must be valid. */
async function assertSignature(bundle: JsonObject): Promise<void> {
  if (bundle['signature'] === undefined) return;
  const { checkExport } = await import('@hookloom/worker');
  if (checkExport(bundle, {}).ok) return;
  throw corrupt(
    'The signature of the export is invalid: the file was changed after it was signed.',
    'Nothing was imported. Run `hookloom verify-export` on it.',
  );
}
