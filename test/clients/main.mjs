// `npm run verify:clients`: the real clients, headless, configured by our own commands, against stand-in models.
import { parseArgs } from 'node:util';
import { clientsHere } from './lab/clients-here.mjs';
import { runAll } from './lab/run-all.mjs';
import { report } from './lab/report.mjs';
import { scenarios as claudeScenarios } from './scenarios/claude-code.mjs';
import { scenarios as codexScenarios } from './scenarios/codex.mjs';
import { scenarios as geminiScenarios } from './scenarios/gemini.mjs';
import { claudeCode } from './clients/claude-code.mjs';
import { codex } from './clients/codex.mjs';
import { gemini } from './clients/gemini.mjs';

const CLIENTS = [
  { client: claudeCode, scenarios: claudeScenarios },
  { client: codex, scenarios: codexScenarios },
  { client: gemini, scenarios: geminiScenarios },
];

const HELP = `npm run verify:clients -- [options]

  --client NAME   claude-code, codex or gemini; may be given more than once
  --only TEXT     scenarios whose sentence holds the text
  --reduced       the set that CI runs
  --repeat N      every scenario N times
  --parallel N    at once (default: 2)
  --keep          leave the labs of failed scenarios
  --json          the report as JSON
  --list          the sentences, without running them

CLIENTS_DIR names a folder with the three clients installed; without it they are installed from test/clients' own lock.
`;

const { values } = parseArgs({
  options: {
    client: { type: 'string', multiple: true, default: CLIENTS.map(({ client }) => client.name) },
    only: { type: 'string', default: '' },
    reduced: { type: 'boolean', default: false },
    repeat: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '2' },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

if (values.help) {
  process.stdout.write(HELP);
  process.exit(0);
}
const unknown = values.client.filter((name) => !CLIENTS.some(({ client }) => client.name === name));
if (unknown.length > 0) {
  process.stderr.write(`There is no client called ${unknown.join(', ')}.\n\n${HELP}`);
  process.exit(2);
}
const chosen = CLIENTS.filter(({ client }) => values.client.includes(client.name)).map((one) => ({
  ...one,
  scenarios: one.scenarios.filter(
    (scenario) =>
      scenario.title.includes(values.only) &&
      (!values.reduced || scenario.reduced || scenario.cannot !== undefined),
  ),
}));
if (values.list) {
  for (const { client, scenarios } of chosen) {
    process.stdout.write(`${client.name}\n`);
    for (const { title, cannot } of scenarios)
      process.stdout.write(
        `  ${title}${cannot === undefined ? '' : ` [not possible: ${cannot}]`}\n`,
      );
  }
  process.exit(0);
}

const began = performance.now();
const { here, notices } = clientsHere(chosen);
const results = await runAll(here, {
  repeat: Number(values.repeat),
  parallel: Number(values.parallel),
  keep: values.keep,
  say: values.json ? () => {} : (line) => process.stdout.write(`${line}\n`),
});
const { text, json, failed } = report({
  chosen,
  results,
  notices,
  seconds: (performance.now() - began) / 1000,
});
process.stdout.write(values.json ? `${JSON.stringify(json, null, 2)}\n` : text);
process.exitCode = failed ? 1 : 0;
