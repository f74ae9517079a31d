/** Reports problems with the logs, and the commands that fix them. */
import type { LogNotice } from '@hookloom/log';
import type { Workspace } from '@hookloom/core/settings';
import type { Output } from './output.ts';

const INDENT = '  ';

export function printNotices(out: Output, notices: readonly LogNotice[]): void {
  for (const { message, command } of notices) {
    out.wrapped({ style: 'yellow', text: message });
    out.line(INDENT, { style: 'cyan', text: `$ ${command}` });
  }
}

/** For a command whose answer does not contain the notices. */
export async function printNoticesOf(out: Output, { eventloomDir }: Workspace): Promise<void> {
  const { logNotices } = await import('@hookloom/log');
  printNotices(out, logNotices(eventloomDir));
}
