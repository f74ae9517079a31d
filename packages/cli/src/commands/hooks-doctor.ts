/** `hookloom hooks doctor`: hooks that never fire, fire twice or were never reviewed, each with what mends it. */
import { defineCommand } from '../command/definition.ts';
import { engineParts } from '../command/hook-subject.ts';
import { jsonOption, workspaceOptions } from '../command/options.ts';
import { plural } from '../output/plural.ts';

/** Exit status when something is broken, as `hooks test` has it. */
const BROKEN_EXIT = 1;

export const command = defineCommand({
  name: 'hooks doctor',
  summary: 'Find hooks that never fire or fire twice, and say how to mend each.',
  description:
    'Reads every hook file of yours and of the project; runs nothing. Exit status 1 when there is an error.',
  arguments: {},
  options: { ...workspaceOptions, ...jsonOption },
  examples: [{ command: 'hookloom hooks doctor', does: 'look at every hook file' }],
  async run({ options, context }) {
    const { out } = context;
    const [{ diagnose }, parts] = await Promise.all([
      import('@hookloom/hooks/author/doctor'),
      engineParts(context, options),
    ]);
    const diagnosis = diagnose(parts);
    const errors = diagnosis.findings.filter(({ severity }) => severity === 'error');
    if (options.json) out.json(diagnosis);
    else {
      const { files, handlers, connected, findings } = diagnosis;
      out.line(
        `${plural(handlers, 'hook')} in ${plural(files.length, 'file')}; connected: ${connected.length === 0 ? 'no client' : connected.join(', ')}`,
      );
      for (const { severity, place, message, remediation } of findings) {
        out.line(
          { style: severity === 'error' ? 'red' : 'yellow', text: severity.padEnd(7) },
          ' ',
          message,
        );
        out.line({ style: 'dim', text: `        ${place}` });
        out.line(`        ${remediation}`);
      }
      if (findings.length === 0) out.line({ style: 'green', text: 'nothing to mend' });
    }
    return errors.length === 0 ? 0 : BROKEN_EXIT;
  },
});
