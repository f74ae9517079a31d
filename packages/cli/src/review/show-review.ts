/** Prints hooks and switches with their review state. */
import type { Output } from '../output/output.ts';
import type { HookRow, HookState, SwitchRow } from './project-hooks.ts';

const NAMES: Record<HookState, string> = {
  trusted: 'trusted',
  untrusted: 'untrusted',
  modified: 'changed',
  removed: 'removed',
  switched_off: 'off',
};
const WIDTH = 10;

export function showHooks(
  out: Output,
  hooks: readonly HookRow[],
  switches: readonly SwitchRow[],
): void {
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
