/**
 * Finds calls that no guard saw: the event before a call writes a mark under the call's id, and the event after it
 * checks for the mark. Whatever stopped the first hook (killed, timed out, crashed, not registered), the mark is
 * missing.
 */
import fs from 'node:fs';
import { contentDigest, type HookEvent } from '@hookloom/core/hook';
import type { Finding } from './messages.ts';

type Call = Pick<HookEvent, 'event_type' | 'tool_use_id' | 'tool' | 'agent_id'>;

/** At the end of the event before a call, when the guards have answered. */
export function markCall(state: string, call: Call): void {
  if (call.event_type !== 'before_tool' || call.tool === null) return;
  const dir = folderOf(state, call);
  try {
    fs.mkdirSync(dir, { recursive: true, mode: 0o700 });
    fs.writeFileSync(`${dir}/${process.pid}-${process.hrtime.bigint()}`, '', { mode: 0o600 });
  } catch {
    // For example, the disk is full. The call will be reported as missed, which is the safer error.
  }
}

/**
 * After a call; null if its guard has answered.
 *
 * @param isGuarded Whether a critical guard covers the call. Only called if there is no mark
 */
export function findMissed(state: string, call: Call, isGuarded: () => boolean): Finding | null {
  const { event_type: type, tool } = call;
  if ((type !== 'after_tool' && type !== 'tool_failure') || tool === null) return null;
  if (takeMark(folderOf(state, call)) || !isGuarded()) return null;
  const name = tool.native_name;
  return {
    kind: 'missed',
    refused: false,
    critical: true,
    message: `A ${name} call ran without its critical hook: the hook was not asked, or did not answer in time. Run \`hookloom hooks doctor\`.`,
    detail: `${name} ran, and no critical hook had answered for it.`,
  };
}

/** Takes one mark: calls without an id share a folder by the name of their tool. */
function takeMark(dir: string): boolean {
  try {
    for (const name of fs.readdirSync(dir)) {
      try {
        fs.unlinkSync(`${dir}/${name}`);
        return true;
      } catch {
        // Another process has taken it.
      }
    }
  } catch {
    // There is no mark.
  }
  return false;
}

/** Ids are untrusted, so the folder's name is a digest. */
function folderOf(state: string, { tool_use_id: id, tool, agent_id: agent }: Call): string {
  const name = id === null ? `tool\n${agent ?? ''}\n${tool!.native_name}` : `id\n${id}`;
  return `${state}/calls/${contentDigest(name)}`;
}
