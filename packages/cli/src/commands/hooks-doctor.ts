/** `hookloom hooks doctor`: finds hooks that never fire, fire twice or were never reviewed, and prints the fixes. */
import { defineCommand } from '../command/definition.ts';
import { engineParts } from '../command/hook-subject.ts';
import { placeOptions } from '../command/options.ts';
import type { Finding } from '@hookloom/hooks';
import { plural } from '../output/format.ts';
import type { Output } from '../output/output.ts';

/** The exit status for errors, the same as that of `hooks test`. */
const BROKEN_EXIT = 1;

export const command = defineCommand({
  name: 'hooks doctor',
  summary: 'Find hooks that never run or run twice, and show how to fix them.',
  description:
    'Reads all hook files, yours and the project’s. Runs nothing. Exits with 1 if there is an error.',
  options: placeOptions,
  examples: { 'hookloom hooks doctor': 'check every hook file' },
  async run({ options, context, out }) {
    const [{ diagnose }, parts] = await Promise.all([
      import('@hookloom/hooks'),
      engineParts(context, options, 'look'),
    ]);
    const diagnosis = diagnose(parts);
    const errors = diagnosis.findings.filter(({ severity }) => severity === 'error');
    if (options.json) out.json(diagnosis);
    else {
      const { files, handlers, connected, findings } = diagnosis;
      out.line(
        `${plural(handlers, 'hook')} in ${plural(files.length, 'file')}; connected: ${connected.length === 0 ? 'no client' : connected.join(', ')}`,
      );
      for (const same of grouped(findings)) printFindings(out, same);
      if (findings.length === 0) out.line({ style: 'green', text: 'nothing to fix' });
    }
    return errors.length === 0 ? 0 : BROKEN_EXIT;
  },
});

/** Findings that differ only in their location, errors first. */
function grouped(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = JSON.stringify([finding.severity, finding.message, finding.remediation]);
    groups.set(key, [...(groups.get(key) ?? []), finding]);
  }
  const rank = ([first]: Finding[]): number => (first!.severity === 'error' ? 0 : 1);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b));
}

function printFindings(out: Output, same: readonly Finding[]): void {
  const { severity, message, remediation } = same[0]!;
  const style = severity === 'error' ? 'red' : 'yellow';
  out.wrapped(message, ' '.repeat(8), { style, text: severity.padEnd(8) });
  for (const { place } of same) out.dim(`        ${place}`);
  out.wrapped(remediation, ' '.repeat(8));
}
