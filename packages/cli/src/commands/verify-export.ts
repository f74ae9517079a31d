import { invalidRequest, isJsonObject, type JsonObject } from '@hookloom/core';
import type { ExportAnswer } from '@hookloom/worker';
import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption, text } from '../command/options.ts';
import { parseObject } from '../input/parse-object.ts';
import { readNamedFile } from '../input/read-input.ts';
import { plural } from '../output/format.ts';

const MAX_INPUT_BYTES = 256 * 1024 * 1024;
const BROKEN_EXIT = 6;

const SAYS = {
  signed: 'The signature is valid: the export was not changed after it was signed.',
  unsigned: 'The export is not signed. Its author can sign it: `hookloom memory export --sign`.',
  malformed_signature: 'The signature cannot be read.',
  signature_mismatch: 'The signature is not valid: the export was changed after it was signed.',
  another_key: 'The signature is valid, but was made with another key than the expected one.',
} as const;

export const command = defineCommand({
  name: 'verify-export',
  summary: 'Check the signature of an export.',
  description:
    'A valid signature shows only that some key signed it. Use --key-id to check for the key you expect. Exits with 0 if the signature is valid, and with 6 otherwise.',
  arguments: { file: argument('FILE', 'what `hookloom memory export --sign` wrote') },
  options: {
    keyId: text('--key-id <id>', 'id of the key that must have signed it: 64 hex characters'),
    ...jsonOption,
  },
  examples: { 'hookloom verify-export signed.json': 'check who signed it' },
  async run({ args, options, context }) {
    const { keyId } = options;
    if (keyId !== undefined && !/^[0-9a-f]{64}$/i.test(keyId))
      throw invalidRequest(
        '--key-id is not a key id.',
        'Give the 64 hex characters that `hookloom verify-export` prints.',
      );
    const bundle = parseObject(readNamedFile(context, args.file, MAX_INPUT_BYTES), args.file);
    const [{ checkExport }, { stateDirPath }] = await Promise.all([
      import('@hookloom/worker'),
      import('@hookloom/core/settings'),
    ]);
    const stateDir = stateDirPath(context.env);
    const check = checkExport(isJsonObject(bundle) ? bundle : {}, { stateDir, expected: keyId });
    if (options.json) context.out.json(check);
    else {
      context.out.bold(SAYS[check.reason]);
      if (check.key_id !== null) context.out.line(`Key ${check.key_id}`);
      if (check.own_key !== null)
        context.out.line(check.own_key ? 'It is your own key.' : 'It is not your own key.');
      if (check.ok) context.out.wrapped(coverage(bundle));
    }
    return check.ok ? 0 : BROKEN_EXIT;
  },
});

/** What the signature covers, so that a part of a log is not taken for the whole. */
function coverage(bundle: JsonObject): string {
  const {
    session_id,
    events = [],
    head,
    counts,
    filters,
  } = bundle as unknown as Partial<ExportAnswer>;
  const range = events.length === 0 ? '' : `, ${events[0]?.seq} to ${events.at(-1)?.seq}`;
  const limits = Object.entries(filters ?? {}).map(
    ([name, value]) => `; only ${name} ${JSON.stringify(value)}`,
  );
  return `It covers ${plural(events.length, 'event')} of ${session_id}${range}; the log had ${head?.seq ?? 0} events when it was signed; ${plural(counts?.forgotten ?? 0, 'forgotten event')} left out${limits.join('')}.`;
}
