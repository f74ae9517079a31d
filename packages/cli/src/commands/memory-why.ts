import { operationCommand } from '../command/operation-command.ts';
import { argument, integer, memoryOptions, purposeOption, text } from '../command/options.ts';
import { minuteOf } from '../output/format.ts';

export const command = operationCommand({
  name: 'memory why',
  summary: 'Explain why an event is part of a checkout, or why it is not.',
  arguments: {
    citation: argument('CITATION', 'citation (eventloom://…) of the event'),
    query: argument('QUERY', 'the question'),
  },
  options: {
    limit: integer('--limit <n>', 'limit of the checkout (default: 10)', [1, 100]),
    maxTokens: integer('--max-tokens <n>', 'budget of the checkout', [0, 1_000_000]),
    ref: text('--ref <name>', 'as of a ref'),
    purpose: purposeOption,
    ...memoryOptions,
  },
  examples: {
    'hookloom memory why eventloom://shop-default/events/12#0464261d6ec0 "How are due dates compared?"':
      'its place, its score, and the rule that decided',
  },
  session: 'workspace',
  operation: async () => (await import('@hookloom/worker')).why,
  async print(answer, { context: { out } }) {
    const { renderLine } = await import('../output/table.ts');
    const { unfence } = await import('@hookloom/worker');
    out.line(
      { style: 'bold', text: answer.shown ? 'In the checkout' : 'Not in the checkout' },
      ` (${answer.rule})`,
    );
    out.line(answer.explanation);
    if (answer.suppressed_by !== null) out.line(`Rule of the purpose: ${answer.suppressed_by}`);
    for (const { path, reason } of answer.stale)
      out.line(`Stale: ${await renderLine(`${path} (${reason})`, out.columns - 7)}`);
    for (const { channel, citation, sentence } of answer.repeats)
      out.line(
        `Repeats what came from outside (${channel}, ${citation}): ${await renderLine(unfence(sentence), out.columns)}`,
      );
    for (const { kind, content, cue, valid_from, valid_to, ended_by } of answer.statements) {
      const held = `from ${minuteOf(valid_from)}${valid_to === null ? '' : ` to ${minuteOf(valid_to)}`}`;
      out.line(`States (${kind}, ${held}): ${await renderLine(content, out.columns)}`);
      out.line(`  Recognised by: ${await renderLine(cue, out.columns - 17)}`);
      if (ended_by === undefined) continue;
      out.line(`  Ended by ${ended_by.rule}: ${await renderLine(ended_by.content, out.columns)}`);
      out.line(`  ${ended_by.citation}`);
    }
    if (answer.because_of !== null) out.line(`Because of ${answer.because_of}`);
    if (answer.place !== null) {
      const { list, place, of } = answer.place;
      out.line(`Place ${place} of ${of} in ${list.replace('_', ' ')}.`);
    }
    if (answer.score !== null) {
      const parts = Object.entries(answer.score_parts).map(
        ([name, value]) => `${name} ${JSON.stringify(value)}`,
      );
      out.line(`Score ${answer.score}: ${parts.join(', ')}`);
    }
    if (answer.shared_words.length > 0)
      out.line(`Words of the question in it: ${answer.shared_words.join(', ')}`);
  },
});
