/** The options of `hooks CLIENT`, and the parts that it writes into the named file. */
import path from 'node:path';
import { invalidRequest } from '@hookloom/core';
import type { ClientName } from '@hookloom/core/hook';
import { CODEX_CAPTURE_FILE } from '@hookloom/hooks/clients';
import { genericSnippet } from '../generic-snippet.ts';
import type { PartRequest } from '../part-request.ts';
import { planParts } from '../plan-parts.ts';
import { readSettings } from '../settings-file.ts';
import { wholeFile } from '../whole-file.ts';
import { capturePart } from './codex.ts';
import { trustPart } from './codex-trust.ts';
import { hooksOf } from './hooks-of.ts';
import type { ConnectRequest } from './request.ts';

export type HooksRequest = Pick<
  ConnectRequest,
  'workspace' | 'place' | 'files' | 'rules' | 'transport' | 'injection' | 'source'
> & { client: ClientName; isTrusted: boolean };

/** Refuses options for another client, which would be ignored without a message. */
export function assertForClient({ client, transport, source, isTrusted }: HooksRequest): void {
  const refused =
    transport !== 'node' && client !== 'claude-code'
      ? [`--transport ${transport} is for claude-code.`, 'other clients start the hook command']
      : source !== undefined && client !== 'generic' && client !== 'codex'
        ? ['--source is for generic and codex.', 'hooks of other clients record their own name']
        : isTrusted && client !== 'codex'
          ? [
              '--codex-trusted-project is for codex.',
              'other clients have no list of trusted projects',
            ]
          : null;
  if (refused !== null) throw invalidRequest(refused[0]!, `Leave it out: ${refused[1]}.`);
}

/**
 * @param file An absolute path. Codex's file about session files gets the capture settings, any other file gets hooks
 */
export function partsInto(file: string, request: HooksRequest): PartRequest[] {
  const { client } = request;
  if (client === 'generic')
    return [
      wholeFile(
        { path: file, part: 'snippet', client, purpose: 'record tool calls' },
        genericSnippet(request, request.source ?? 'generic'),
      ),
    ];
  if (client === 'codex' && path.basename(file) === path.basename(CODEX_CAPTURE_FILE))
    return [{ ...capturePart(request), path: file }];
  const hooks = hooksOf(request, client, file);
  if (!request.isTrusted) return [hooks];
  const [planned] = planParts([hooks], request.rules).files;
  const text = planned?.after ?? readSettings(file) ?? '';
  return [hooks, trustPart(request.place, file, text)];
}
