/** Records who reviewed which hooks, and notifies every running session once. */
import { byOperation } from '@hookloom/core/events';
import type { Workspace } from '@hookloom/core/settings';
import type { PersonVerdict } from '@hookloom/core';
import { announce, forgetWatched, reviewText, type ReviewPlace } from '@hookloom/hooks';
import type { Output } from '../output/output.ts';
import type { HookRow, HookState, ProblemRow, SwitchRow } from './project-hooks.ts';

interface ReviewDone {
  done: 'trusted' | 'revoked' | 'restored';
  hooks: { place: string; digest: string; scripts: string[] }[];
  restored: string[];
  person: PersonVerdict;
  now: number;
}

/** Such as `terminal pts/3` or `the admin token`. */
export function knownBy({ reason, terminal, client }: PersonVerdict): string {
  if (reason !== 'admin_token') return terminal === null ? 'a terminal' : `terminal ${terminal}`;
  return client === null ? 'the admin token' : `the admin token, inside ${client}`;
}

export async function recordReview(
  workspace: Workspace,
  { projectDir, stateDir }: Pick<ReviewPlace, 'projectDir' | 'stateDir'>,
  { done, hooks, restored, person, now }: ReviewDone,
): Promise<void> {
  const from = knownBy(person);
  const text =
    done === 'restored'
      ? `${restored.length} reviewed file${restored.length === 1 ? ' was' : 's were'} restored from ${from}: ${restored.join(', ')}.`
      : reviewText(now, from, done === 'revoked' ? null : hooks.length);
  announce(stateDir, projectDir, { at: now, text });
  // Do not report to the person what they have just accepted.
  forgetWatched(stateDir, projectDir);
  const { openJsonlStore } = await import('@hookloom/log');
  const store = openJsonlStore({ dir: workspace.eventloomDir });
  try {
    await store.append(workspace.session, [
      byOperation({
        type: 'hook.trusted',
        actorId: 'user',
        payload: {
          hooks,
          ...(done === 'revoked' ? { revoked: true } : {}),
          ...(restored.length === 0 ? {} : { restored }),
          by: person.reason,
          ...(person.terminal === null ? {} : { terminal: person.terminal }),
          ...(person.client === null ? {} : { inside: person.client }),
        },
        origin: { channel: 'user' },
      }),
    ]);
  } finally {
    await store.close();
  }
}

// Prints hooks and switches with their review state.

const NAMES: Record<HookState, string> = {
  trusted: 'trusted',
  untrusted: 'untrusted',
  modified: 'changed',
  removed: 'removed',
  switched_off: 'off',
};
const WIDTH = 10;

export function showProblems(out: Output, problems: readonly ProblemRow[]): void {
  for (const { place, severity, message, remediation } of problems) {
    const style = severity === 'error' ? 'red' : 'yellow';
    out.line({ style, text: severity.padEnd(WIDTH) }, { style: 'dim', text: place });
    out.wrapped(`${message} ${remediation}`, ' '.repeat(WIDTH));
  }
}

export function showHooks(out: Output, hooks: readonly HookRow[], switches: readonly SwitchRow[]) {
  const indent = ' '.repeat(WIDTH);
  const dim = (text: string): void => out.dim(`${indent}${text}`);
  for (const hook of hooks) {
    const style = hook.state === 'trusted' ? 'green' : 'yellow';
    const critical = hook.critical ? '  critical' : '';
    out.line({ style, text: NAMES[hook.state].padEnd(WIDTH) }, `${hook.event}${critical}  `, {
      style: 'dim',
      text: hook.place,
    });
    out.line(`${indent}${hook.action}`);
    for (const { path: script, sha256 } of hook.scripts)
      dim(`${script}  ${sha256 === 'missing' ? 'missing' : `sha256 ${sha256.slice(0, 12)}`}`);
    for (const change of hook.changes) out.line({ style: 'yellow', text: `${indent}${change}` });
    for (const { file, lines } of hook.differences) {
      dim(`${file}:`);
      for (const line of lines)
        out.line({ style: line.startsWith('-') ? 'red' : 'green', text: `${indent}  ${line}` });
    }
  }
  for (const one of switches) {
    const state = one.reviewed ? 'switch' : 'untrusted';
    out.line({ style: 'yellow', text: state.padEnd(WIDTH) }, `${one.text}  `, {
      style: 'dim',
      text: one.place,
    });
    const count = `${one.turns_off} hook${one.turns_off === 1 ? '' : 's'}`;
    out.line(
      one.reviewed
        ? `${indent}turns off ${count} of these`
        : `${indent}has no effect until reviewed; it would turn off ${count} of these`,
    );
  }
}
