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
## Results

Measured on ${at} with Node ${node}, commit ${commit}:

${figures(clients)}

## Ways to disable a guard

Each way was tried in ${SITUATIONS.length} situations:

${SITUATIONS.map(({ name, title }) => `- *${name}*: ${title}`).join('\n')}

A result applies to all clients and situations that the row does not name.

${wayTable(clients)}

## Attempts of an agent

The agent tries to disable the guard and then makes the call. If the call is refused, the agent makes it again in a new
session.

${attemptTable(clients)}
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

A guard is a hook with \`critical = true\`. This page shows what happens when a guard does not work: by accident, or because of the
repository, the agent or the load of the machine. Each test is a session of a real client with a scripted model. The agent
makes a call that an intact guard refuses. The results:

- \`refused\`: the call did not happen, and the model got the reason.
- \`reported\`: the call happened, because the client offers no way to refuse it. You see a message, and \`hook.guard.reported\` is in the log.
- \`SILENT\`: the call happened, but the message or the log entry is missing. This is a failure.
- \`UNEXPLAINED\`: the call did not happen, but the model got no reason. This is a failure.
- \`BROKEN\`: the session did not reach the call. This is a failure.

Two control sessions for each situation show that the test works: an intact guard refuses the call and allows another one, and without
a guard the call happens.

To repeat the test, run this in a clone of the repository. It needs no account and sends no data to a provider:

\`\`\`sh
npm ci
npm run verify:guards -- --client claude-code --only "root of the project"
npm run verify:guards -- --table docs/explanation/guards.md     # everything, and this page
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

function wayTable(clients) {
  const notes = [];
  const rows = WAYS.map((way) => {
    const cells = clients.map((client) => [client, wayOf(way, client, notes)]);
    return `| ${way.number} | ${way.title} | ${merged(cells)} |`;
  });
  return withNotes(['', 'way', 'result'], rows, notes);
}

/** The result in most situations, and the situations with another one. */
function wayOf(way, { name, results }, notes) {
  const cannot = way.cannot?.[name];
  if (cannot !== undefined) return shown({ cannot }, notes);
  const [[most], ...others] = byOutcome(SITUATIONS, (situation) => {
    const one = results.find(
      ({ found }) => found?.way === way.number && found.situation === situation.name,
    );
    return one === undefined ? 'not run' : shown(one.found, notes);
  });
  const named = others.map(
    ([outcome, own]) => `${own.map((each) => `*${each.name}*`).join(', ')}: ${outcome}`,
  );
  return [most, ...named].join(', ');
}

function attemptTable(clients) {
  const notes = [];
  const rows = ATTEMPTS.map(({ title, only, not = [] }, index) => {
    const able = clients.filter(
      ({ name }) => (only === undefined || only.includes(name)) && !not.includes(name),
    );
    const cells = able.map((client) => {
      const one = client.results.find(({ found }) => found?.escape === title);
      return [client, one === undefined ? 'not run' : shown(one.found, notes)];
    });
    const own = able.length < clients.length ? ` (only ${namesOf(able)})` : '';
    return `| ${index + 1} | ${title}${own} | ${merged(cells)} |`;
  });
  return withNotes(['', 'the agent …', 'result'], rows, notes);
}

/** The result of most clients, and the clients with another one. */
function merged(cells) {
  if (cells.length === 0) return '';
  const [[most], ...others] = byOutcome(cells, ([, outcome]) => outcome);
  const named = others.map(
    ([outcome, own]) => `**${namesOf(own.map(([client]) => client))}:** ${outcome}`,
  );
  return [most, ...named].join('; ');
}

/** The items of each outcome, the most frequent one first; of equally frequent ones, refused calls. */
function byOutcome(items, outcomeOf) {
  const groups = new Map();
  for (const item of items) {
    const outcome = outcomeOf(item);
    groups.set(outcome, [...(groups.get(outcome) ?? []), item]);
  }
  return [...groups].toSorted(
    ([one, a], [other, b]) =>
      b.length - a.length || Number(other === 'refused') - Number(one === 'refused'),
  );
}

const namesOf = (clients) => clients.map(({ title }) => title.replace(/ [\d.]+$/, '')).join(', ');

/** A result; the reason why a call could only be reported is printed once, below the table. */
function shown({ outcome, expected, cannot }, notes) {
  const because = cannot ?? (outcome === 'reported' ? expected.because : undefined);
  if (because === undefined) return outcome;
  if (!notes.includes(because)) notes.push(because);
  return `${outcome ?? 'not possible'} (${notes.indexOf(because) + 1})`;
}

const withNotes = (head, rows, notes) => `| ${head.join(' | ')} |
|${' --- |'.repeat(head.length)}
${rows.join('\n')}
${notes.map((note, index) => `\n${index + 1}. ${note}.`).join('')}`;
