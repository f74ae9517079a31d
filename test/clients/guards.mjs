// `npm run verify:guards`: every way for a guard to be off, in every situation, and an agent's attempts against a
// guard, under the real clients. Writes the table of the documentation.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { parseArgs } from 'node:util';
import { BY_DEFAULT, CLIENTS, unknownNames } from './clients/index.mjs';
import { clientsHere } from './lab/clients-here.mjs';
import { report } from './lab/report.mjs';
import { runAll } from './lab/run-all.mjs';
import { guardScenarios } from './scenarios/guards/index.mjs';
import { guardTable } from './scenarios/guards/table.mjs';

const HELP = `npm run verify:guards -- [options]

  --client NAME   ${CLIENTS.map(({ label }) => label).join(', ')};
                  may be given more than once (default: the first four)
  --only TEXT     scenarios whose title contains the text; given more than once: all of the texts
  --reduced       the set that CI runs
  --parallel N    at once (default: 2)
  --keep          leave the labs of failed scenarios
  --list          the sentences, without running them
  --json          the report as JSON
  --save FILE     keep the results; results of the same scenario that are already there are replaced
  --table FILE    write the table, from the results of this run and those in the file of --save

CLIENTS_DIR names folders with the clients installed, as for verify:clients.
`;

const { values } = parseArgs({
  options: {
    client: { type: 'string', multiple: true, default: BY_DEFAULT },
    only: { type: 'string', multiple: true, default: [] },
    reduced: { type: 'boolean', default: false },
    parallel: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    save: { type: 'string' },
    table: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const unknown = unknownNames(values.client);
if (unknown !== null) {
  process.stderr.write(`${unknown}\n\n${HELP}`);
  process.exit(2);
}
const chosen = CLIENTS.filter(({ label }) => values.client.includes(label)).map((one) => ({
  ...one,
  scenarios: guardScenarios(one.client.name).filter(
    ({ title, reduced }) =>
      values.only.every((text) => title.includes(text)) && (!values.reduced || reduced),
  ),
}));
if (values.list) {
  for (const { label, scenarios } of chosen)
    for (const { title, cannot } of scenarios)
      process.stdout.write(
        `${label}: ${title}${cannot === undefined ? '' : ` [not possible: ${cannot}]`}\n`,
      );
  process.exit(0);
}

const began = performance.now();
const { here, notices } = clientsHere(chosen);
const made = {
  at: new Date().toISOString().slice(0, 10),
  node: process.version,
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
};
const versions = new Map(here.map(({ label, client }) => [label, client.version]));
const results = new Map(before(values.save).map((one) => [keyOf(one), one]));
const fresh = await runAll(here, {
  repeat: 1,
  parallel: Number(values.parallel),
  keep: values.keep,
  say: values.json ? () => {} : (line) => process.stdout.write(`${line}\n`),
  // A long run that is stopped keeps its results.
  each(result) {
    const one = { ...result, version: versions.get(result.client) };
    results.set(keyOf(one), one);
    if (values.save !== undefined) fs.writeFileSync(values.save, JSON.stringify(all(), null, 1));
  },
});
if (values.table !== undefined) fs.writeFileSync(values.table, guardTable(all()));
const seconds = (performance.now() - began) / 1000;
const { text, json, failed } = report({ chosen, results: fresh, notices, seconds });
process.stdout.write(values.json ? `${JSON.stringify(json, null, 2)}\n` : text);
process.exitCode = failed ? 1 : 0;

function before(file) {
  if (file === undefined || !fs.existsSync(file)) return [];
  return JSON.parse(fs.readFileSync(file, 'utf8')).results;
}

/** This run's result replaces an older one of the same scenario. */
function keyOf({ client, version, title }) {
  return `${client}\n${version}\n${title}`;
}

function all() {
  return { ...made, results: [...results.values()] };
}
