import { HookloomError, isJsonObject } from '@hookloom/core';
import { defineCommand } from '../command/definition.ts';
import { argument, jsonOption, text } from '../command/options.ts';
import { parseObject } from '../input/parse-object.ts';
import { readNamedFile } from '../input/read-input.ts';

const MAX_INPUT_BYTES = 256 * 1024 * 1024;
const BROKEN_EXIT = 6;

const SAYS = {
  signed: 'The signature fits: nothing was changed since it was signed.',
  unsigned: 'The export is not signed.',
  malformed_signature: 'The signature is none that can be read.',
  signature_mismatch: 'The signature does not fit: the export was changed, or was never signed.',
  another_key: 'The signature fits, and is of another key than the one that was asked for.',
} as const;

export const command = defineCommand({
  name: 'verify-export',
  summary: 'Check the signature of an export: who signed it, and that nothing changed.',
  description:
    'A signature alone only says that some key signed. Pass the key id that you were told another way with --key-id, or read whether it is your own. Exit status: 0 it fits, 6 it does not.',
  arguments: { file: argument('FILE', 'what `hookloom memory export --sign` wrote') },
  options: {
    keyId: text('--key-id <id>', 'the key that must have signed: 64 hex characters'),
    ...jsonOption,
  },
  examples: [
    { command: 'hookloom verify-export signed.json', does: 'is it whole, and whose is it' },
  ],
  async run({ args, options, context }) {
    const { keyId } = options;
    if (keyId !== undefined && !/^[0-9a-f]{64}$/i.test(keyId)) {
      throw new HookloomError(
        'invalid_request',
        '--key-id is no key id.',
        'Give the 64 hex characters that `hookloom verify-export` prints.',
      );
    }
    const bundle = parseObject(readNamedFile(context, args.file, MAX_INPUT_BYTES), args.file);
    const [{ checkExport }, { stateDirPath }] = await Promise.all([
      import('@hookloom/worker/signing/sign-export'),
      import('@hookloom/hooks/state/state-dir-path'),
    ]);
    const stateDir = stateDirPath(context.env);
    const check = checkExport(isJsonObject(bundle) ? bundle : {}, { stateDir, expected: keyId });
    if (options.json) context.out.json(check);
    else {
      context.out.line({ style: 'bold', text: SAYS[check.reason] });
      if (check.key_id !== null) context.out.line(`Key ${check.key_id}`);
      if (check.own_key !== null)
        context.out.line(check.own_key ? 'It is your own key.' : 'It is not your own key.');
    }
    return check.ok ? 0 : BROKEN_EXIT;
  },
});
