import { isHookloomError } from '@hookloom/core';
import type { Ref } from '@hookloom/log';
import { callerOf } from '../command/caller.ts';
import { workspaceToRead } from '../command/context.ts';
import { defineCommand } from '../command/definition.ts';
import { reportedEmpty } from '../command/nothing-yet.ts';
import { memoryOptions, optionalArgument, wrongUse } from '../command/options.ts';

const refuse = wrongUse('memory refs');

export const command = defineCommand({
  name: 'memory refs',
  summary: 'List named events, or name one.',
  description:
    'HEAD is the newest event of the session and cannot be set. `set` needs NAME, SESSION, SEQ and HASH, and the event must be in the log with that hash.',
  arguments: {
    action: {
      ...optionalArgument('ACTION', 'what to do (default: list)'),
      choices: ['list', 'set'],
    },
    name: optionalArgument('NAME', 'refs/heads/main and the like'),
    session: optionalArgument('SESSION', 'session of the event'),
    seq: optionalArgument('SEQ', 'number of the event'),
    hash: optionalArgument('HASH', 'its hash, or the first 12 characters of it'),
  },
  options: memoryOptions,
  examples: {
    'hookloom memory refs': 'list',
    'hookloom memory refs set refs/heads/main shop-default 42 0464261d6ec0': 'name an event',
  },
  async run({ args, options, context, out }) {
    const { action = 'list', name, session, seq, hash } = args;
    if (action === 'list' && name !== undefined) throw refuse('list does not take a name.');
    const workspace = workspaceToRead(context, options);
    if (action === 'list' && (await reportedEmpty(context, workspace, options))) return;
    const { openJsonlStore, listRefs, resolveRef, updateRef } = await import('@hookloom/log');
    const store = openJsonlStore({ dir: workspace.eventloomDir, clock: { now: context.now } });
    try {
      if (action === 'set') {
        if (name === undefined || session === undefined || seq === undefined || hash === undefined)
          throw refuse('set needs NAME, SESSION, SEQ and HASH.');
        if (!/^[1-9]\d{0,15}$/.test(seq))
          throw refuse('SEQ has to be a whole number of at least 1.');
        const ref = await updateRef(store, {
          name,
          session,
          targetSeq: Number(seq),
          targetHash: hash,
          origin: callerOf(context),
        });
        if (options.json) out.json(ref);
        else out.line(describe(ref));
        return;
      }
      const head = await resolveRef(store, 'HEAD', workspace.session).catch((error: unknown) => {
        if (isHookloomError(error) && error.code === 'not_found') return null;
        throw error;
      });
      const refs = [...(head === null ? [] : [head]), ...(await listRefs(store))];
      if (options.json) return out.json({ refs, session_id: workspace.session });
      if (refs.length === 0) out.line('No refs: the session is empty.');
      for (const ref of refs) out.line(describe(ref));
    } finally {
      await store.close();
    }
  },
});

function describe({ name, session_id: session, target_seq: seq, target_hash: hash }: Ref): string {
  return `${name}  ${session} ${seq} ${hash.slice(0, 12)}`;
}
