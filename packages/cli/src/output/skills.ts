/** Prints procedures for users: one line each, or one with its steps. */
import type { SkillList, SkillText, SkillVersions } from '@hookloom/worker';
import type { Output } from './output.ts';
import { renderLine, renderComplete } from './table.ts';

export async function printSkills(out: Output, { skills }: SkillList): Promise<void> {
  if (skills.length === 0) return out.line('No procedures are recorded.');
  const rows = skills.map(({ skill_id, version, status, use, outcomes, candidate_for }) => [
    `${skill_id} v${version}`,
    status ?? 'unproposed',
    use,
    `${outcomes.success} good, ${outcomes.failure} bad`,
    candidate_for === null ? '' : `for ${candidate_for}`,
  ]);
  await out.table(rows);
}

export async function printSkill(out: Output, { versions }: SkillVersions): Promise<void> {
  for (const version of versions) await printVersion(out, version);
}

/** A bar precedes recorded text, so that it does not look like our own output. */
async function printVersion(out: Output, of: SkillText): Promise<void> {
  const said = async (text: string): Promise<void> => {
    for (const piece of await renderComplete(text, out.columns - 2)) out.line(`| ${piece}`);
  };
  const standing = `${of.status ?? 'unproposed'}, ${of.use}`;
  const why = of.reasons.length === 0 ? '' : ` (${of.reasons.join(', ')})`;
  const head = `${of.skill_id} v${of.version}: ${standing}${why}`;
  out.bold(await renderLine(head, out.columns));
  out.dim(of.citation ?? 'no citation in the log');
  if (of.withheld !== null) out.line(`Its text is withheld: ${of.withheld}.`);
  const title = [of.name, of.summary].filter((text) => text !== '').join(': ');
  if (title !== '') await said(title);
  for (const [at, step] of of.procedure.entries()) await said(`${at + 1}. ${step}`);
  for (const mode of of.failure_modes) await said(`can fail: ${mode}`);
  if (of.rollback !== '') await said(`undo: ${of.rollback}`);
  const { success, failure, neutral } = of.outcomes;
  const mean = of.mean_score === null ? '' : `, mean score ${of.mean_score}`;
  out.line(
    `Used ${of.applications} times; ${success} good, ${failure} bad, ${neutral} neither${mean}.`,
  );
}
