// The table of the documentation, from the results of a run.
import { ATTEMPTS } from './escapes.mjs';
import { SITUATIONS } from './situations.mjs';
import { WAYS } from './ways.mjs';

const NAMES = {
  'claude-code': 'Claude Code',
  codex: 'Codex',
  gemini: 'Gemini CLI',
  copilot: 'Copilot CLI',
};

/** @param all `{ at, node, commit, results }` as `verify:guards --save` stores them. */
export function guardTable({ at, node, commit, results }) {
  const clients = clientsOf(results);
  return `${intro()}
## Figures

Measured on ${at} with ${clients.map(({ title }) => title).join(', ')}, Node ${node}, commit ${commit}, with

\`\`\`sh
npm run verify:guards -- --table docs/explanation/guards.md
\`\`\`

${figures(clients)}

## The twelve ways to disable a guard

${WAYS.map(({ number, title }) => `- **${number}** ${title}`).join('\n')}

Situations: ${SITUATIONS.map(({ name, title }) => `**${name}** ${title}`).join('; ')}.
${clients.map((client) => `\n## ${client.title}\n\n${matrix(client)}`).join('\n')}

## Attempts of an agent

${escapeTable(clients)}
`;
}

/** Each client in each version that was run, with its results. */
function clientsOf(results) {
  const versions = new Map();
  for (const one of results) {
    const name = one.client.replace(/@newest$/, '');
    const title = `${NAMES[name]} ${one.version}`;
    if (!versions.has(title)) versions.set(title, { name, title, results: [] });
    versions.get(title).results.push(one);
  }
  const order = Object.keys(NAMES);
  return [...versions.values()].toSorted(
    (one, other) =>
      order.indexOf(one.name) - order.indexOf(other.name) || (one.title < other.title ? -1 : 1),
  );
}

const intro = () => `# Guards, tested against the real clients

A guard is a hook with \`critical = true\`. This page shows what happens when a guard does not work: by accident, or because
of the repository, the agent or system load. Each cell is one session of a real client with a scripted model. The agent
makes a call that an intact guard refuses, and the test checks the outcome:

- \`refused\`: the call did not happen, and the model got the reason.
- \`reported\`: the call happened, because the client offers no way to refuse it. You see a message on the screen, and
  \`hook.guard.reported\` is in the log.
- \`SILENT\`: the call happened, but the message or the log entry is missing. This is a failure.

Two more words mark other failures: \`UNEXPLAINED\` (the call did not happen, but the model got no reason) and \`BROKEN\`
(the session never reached the call). Two control sessions in each situation show that the table is meaningful: an
intact guard refuses the call and allows another one, and without a guard the call happens.

To reproduce the table in a clone of the repository (no account is needed, and no data is sent to a provider):

\`\`\`sh
npm ci
npm run verify:guards -- --client claude-code --only "root of the project"
\`\`\`
`;

function figures(clients) {
  const rows = clients.map(({ title: name, results: own }) => {
    const is = (outcome) => own.filter(({ found }) => found?.outcome === outcome).length;
    const twins = own.filter(({ title }) => /^guard (intact|absent)/.test(title));
    const green = twins.filter(({ error }) => error === null).length;
    const failures = own.filter(({ error }) => error !== null).length;
    const counts = [is('refused'), is('reported'), is('SILENT'), failures];
    return `| ${[name, own.length, ...counts, `${green} of ${twins.length}`].join(' | ')} |`;
  });
  return `| client | sessions | refused | reported | silent | failures | control sessions passed |
| --- | --- | --- | --- | --- | --- | --- |
${rows.join('\n')}`;
}

function matrix({ name: client, results }) {
  const notes = [];
  const cellOf = (way, situation) => {
    const one = results.find(
      ({ found }) => found?.way === way.number && found.situation === situation.name,
    );
    return one === undefined ? '–' : shown(one.found, notes);
  };
  const rows = WAYS.map((way) =>
    way.cannot?.[client] === undefined
      ? `| ${way.number} | ${SITUATIONS.map((situation) => cellOf(way, situation)).join(' | ')} |`
      : `| ${way.number} | ${SITUATIONS.map(() => shown({ cannot: way.cannot[client] }, notes)).join(' | ')} |`,
  );
  return `| way | ${SITUATIONS.map(({ name }) => name).join(' | ')} |
| --- |${' --- |'.repeat(SITUATIONS.length)}
${rows.join('\n')}
${notes.map((note, index) => `\n${index + 1}. ${note}.`).join('')}`;
}

/** A cell; the reason why it could only be reported is printed once below the table. */
function shown({ outcome, expected, cannot }, notes) {
  const because = cannot ?? (outcome === 'reported' ? expected.because : undefined);
  if (because === undefined) return outcome;
  if (!notes.includes(because)) notes.push(because);
  return `${outcome ?? 'not possible'} (${notes.indexOf(because) + 1})`;
}

function escapeTable(clients) {
  const notes = [];
  const rows = ATTEMPTS.map(({ title, only }, index) => {
    const cells = clients.map(({ name, results }) => {
      if (only !== undefined && !only.includes(name)) return '';
      const one = results.find(({ found }) => found?.escape === title);
      return one === undefined ? '–' : shown(one.found, notes);
    });
    return `| ${index + 1} | ${title} | ${cells.join(' | ')} |`;
  });
  return `The agent tries to disable the guard and then makes the call, in the same session and in a new one. Empty cells are
attempts that are only possible in another client.

| | the agent … | ${clients.map(({ title }) => title).join(' | ')} |
| --- | --- |${' --- |'.repeat(clients.length)}
${rows.join('\n')}
${notes.map((note, index) => `\n${index + 1}. ${note}.`).join('')}`;
}
