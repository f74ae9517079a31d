/** What `ide-config` says. Standard output holds what is pasted and nothing else. */
import type { Output } from '../../output/output.ts';
import { encodeJson } from '../../output/terminal-text.ts';
import { SERVER_NAME } from './entry.ts';
import type { IdeConfig } from './ide-config.ts';
import type { ServerPlan } from './plan-server.ts';

export function printConfig(out: Output, config: IdeConfig, json: boolean): void {
  if (json) {
    out.json(config);
    return;
  }
  // In each of the formats a string may hold JSON's escapes, so what is pasted says the same and shows what it holds.
  out.block(config.command ?? encodeJson(config.fragment));
  for (const note of config.notes) out.note(note);
}

export function reportInstall(
  out: Output,
  { client, scope, file, notes }: IdeConfig,
  { plan, dryRun, json }: { plan: ServerPlan; dryRun: boolean; json: boolean },
): void {
  if (json) {
    out.json({
      client,
      scope,
      path: file,
      outcome: plan.outcome === 'planned' ? (dryRun ? 'planned' : 'installed') : 'unchanged',
      created: plan.outcome === 'planned' && plan.planned.before === null,
      added: plan.outcome === 'planned' ? plan.added : '',
    });
    return;
  }
  if (plan.outcome === 'unchanged') {
    out.line(`${file} has the server ${SERVER_NAME} already, as it would be written.`);
    return;
  }
  out.line(
    { style: 'bold', text: file },
    dryRun ? ' would get:' : ` has the server ${SERVER_NAME} now.`,
  );
  if (dryRun) out.block(plan.added.replace(/^,?\s*\n/, '').replace(/^(?=.)/gm, '+ '));
  else out.line('To undo: hookloom uninstall');
  for (const note of notes.slice(1)) out.note(note);
}
