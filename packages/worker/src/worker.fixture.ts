/** Options for a worker in a test: it serves the folders of its state directory, on a free port. */
import { HOOK_FILE } from '@hookloom/hooks/testing';

export const WORKER = {
  workspace: null,
  home: null,
  port: 0,
  compatiblePort: null,
  requireToken: true,
  hookFile: HOOK_FILE,
  now: Date.now,
};
