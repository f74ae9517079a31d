import fs from 'node:fs';
import type { Workspace } from '@hookloom/core/settings';
import type { CommandContext } from './context.ts';

/** Before the first append to the continuation of a broken log, tells where the event goes and why. */
export function reportContinuation({ out }: CommandContext, { eventloomDir, session }: Workspace) {
  const [, broken] = /^(.+)\.after-\d+(?:\.\d)?$/.exec(session) ?? [];
  if (broken === undefined || fs.existsSync(`${eventloomDir}/${session}.jsonl`)) return;
  out.note(`The log ${broken} is broken, so new events go to ${session}.`);
  out.note(`Repair it with: hookloom log repair ${broken}`);
}
