/** Captures the session files of a workspace into its log, once or continuously. */
import type { Workspace } from '@hookloom/core/settings';
import { INLINE_LIMIT_BYTES, sha256Hex } from '@hookloom/core';
import { openJsonlStore, ownSession } from '@hookloom/log';
import { drainInbox } from '../drain-inbox.ts';
import { noOffsets, openOffsets } from './offsets.ts';
import type { PassResult, ReadRequest } from './lane.ts';
import { capturePass } from './pass.ts';
import { folderLists } from './session-files.ts';

export interface CaptureRequest extends ReadRequest {
  workspace: Workspace;
  /** Whether to also project what was captured. */
  graph: boolean;
  /** For the embedder of the projection. */
  env: Record<string, string | undefined>;
  /** Reads every file from its beginning and stores no offset, to import history. */
  isFromBeginning?: boolean;
}

export type Capture = ReturnType<typeof openCapture>;

export function openCapture(request: CaptureRequest) {
  const { workspace, graph, env, isFromBeginning = false, ...rest } = request;
  const { eventloomDir } = workspace;
  const session = ownSession(eventloomDir, request.session);
  // Selects the built-in hash, which is faster for many long texts.
  sha256Hex(' '.repeat(INLINE_LIMIT_BYTES + 1));
  const store = openJsonlStore({ dir: eventloomDir });
  const lists = folderLists();
  const others = new Set<string>();
  const offsets = isFromBeginning ? noOffsets(eventloomDir) : openOffsets(eventloomDir);
  return {
    async pass(): Promise<PassResult> {
      // Drains the inbox first, so that the files do not add the same events again.
      if (request.isDryRun !== true) await drainInbox(workspace, store);
      const result = await capturePass({
        ...rest,
        eventloomDir,
        session,
        store,
        offsets,
        lists,
        others,
      });
      if (graph && result.lanes.some(({ imported }) => imported > 0)) await project();
      return result;
    },
    close: (): Promise<void> => store.close(),
  };

  async function project(): Promise<void> {
    const { openRuntime } = await import('../compose.ts');
    const runtime = await openRuntime({ ...workspace, session }, { env, embedAhead: false });
    try {
      const opened = await runtime.memory.open();
      if (opened.ok) await opened.memory.sync([session]);
    } finally {
      await runtime.close();
    }
  }
}
