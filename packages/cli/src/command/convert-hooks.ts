/** `hooks import` and `hooks export`: read hook files, convert them, write the result and report what was lost. */
import path from 'node:path';
import { notFound } from '@hookloom/core';
import type { ConversionLoss, ConvertTarget, DialectName } from '@hookloom/hooks';
import type { Output } from '../output/output.ts';
import { plural } from '../output/format.ts';
import { wrap } from '../output/wrap.ts';
import { writeOwnFile } from '../output/write-file.ts';
import type { CommandContext } from './context.ts';
import { projectParts } from './hook-subject.ts';

export interface ConvertOptions {
  output: string | undefined;
  force: boolean;
  json: boolean;
  eventloomPath: string | undefined;
  domain: string | undefined;
}

export async function convertHooks(
  context: CommandContext,
  options: ConvertOptions,
  from: DialectName,
  to: ConvertTarget,
): Promise<void> {
  const { out } = context;
  const { convert, loadConfig, configFiles, isOwnCommand, placeOf } =
    await import('@hookloom/hooks');
  const parts = projectParts(context, options);
  const files = configFiles(parts).filter(({ dialect }) => dialect === from);
  const config = loadConfig(files);
  const handlers = config.handlers.filter((handler) => !isOwnCommand(handler));
  if (handlers.length === 0)
    throw notFound(
      'There is no hook to convert.',
      `Searched ${files.map(({ path: file }) => file).join(', ')}.`,
    );
  const { text, written, losses } = convert(handlers, to);
  const told = losses.map(({ handler, ...loss }) => ({
    ...loss,
    place: placeOf(handlers[handler]!.source, parts),
  }));
  const target = options.output === undefined ? null : path.resolve(context.cwd, options.output);
  if (target !== null) writeOwnFile(target, target, text, options.force);
  if (options.json)
    return out.json({ written, losses: told, path: target, text: target === null ? text : null });
  if (target === null) out.block(text);
  else out.line(`${target}: ${plural(written, 'hook')} written.`);
  reportLosses(out, told);
}

/** A loss that affects several hooks is reported once, with their locations. */
function reportLosses(
  out: Output,
  losses: readonly (Omit<ConversionLoss, 'handler'> & { place: string })[],
): void {
  const alike = new Map<string, string[]>();
  for (const { place, field, note, leftOut } of losses) {
    const key = `${leftOut ? 'left out' : field}: ${note}`;
    alike.set(key, [...(alike.get(key) ?? []), place]);
  }
  for (const [text, places] of alike) {
    const style = text.startsWith('left out') ? 'red' : 'yellow';
    for (const line of wrap(text, out.columns)) out.note({ style, text: line });
    for (const place of places) out.note({ style: 'dim', text: `  ${place}` });
  }
}
