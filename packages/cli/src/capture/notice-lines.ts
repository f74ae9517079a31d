/** Reports what was skipped. */
import type { CaptureNotice } from '@hookloom/worker';
import { wrap } from '../output/wrap.ts';

export function noticeLines(notices: readonly CaptureNotice[], columns: number): string[] {
  return notices.flatMap(({ file, reason }) =>
    wrap(`${file}: ${reason}`, columns - 4).map((line) => `    ${line}`),
  );
}
