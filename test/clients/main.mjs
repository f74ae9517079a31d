// `npm run verify:clients`: the real clients, headless, configured by our own commands, against stand-in models.
import { parseArgs } from 'node:util';
import { clientsHere } from './lab/clients-here.mjs';
import { runAll } from './lab/run-all.mjs';
import { report } from './lab/report.mjs';
import { scenarios as claudeScenarios } from './scenarios/claude-code.mjs';
import { scenarios as codexScenarios } from './scenarios/codex.mjs';
import { scenarios as copilotScenarios } from './scenarios/copilot.mjs';
import { scenarios as geminiScenarios } from './scenarios/gemini.mjs';
import { scenarios as qwenScenarios } from './scenarios/qwen.mjs';
import { guardScenarios } from './scenarios/guards/index.mjs';
import { BY_DEFAULT, CLIENTS, unknownNames } from './clients/index.mjs';

const SCENARIOS = {
  'claude-code': claudeScenarios,
  codex: codexScenarios,
  gemini: geminiScenarios,
  copilot: copilotScenarios,
  qwen: qwenScenarios,
};

const HELP = `npm run verify:clients -- [options]

  --client NAME   claude-code, codex, gemini, copilot, qwen or claude-code@newest; may be given more than once
                  (default: the first five)
  --only TEXT     scenarios whose title contains the text
  --reduced       the set that CI runs
  --repeat N      every scenario N times
  --parallel N    at once (default: 2)
  --keep          leave the labs of failed scenarios
  --json          the report as JSON
  --list          the sentences, without running them

CLIENTS_DIR names folders with the clients installed, separated as in PATH: a client is taken from the first that has it,
NAME@newest from the last. Without it they are installed from the locks of test/clients.
`;

const { values } = parseArgs({
  options: {
    client: { type: 'string', multiple: true, default: BY_DEFAULT },
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
const unknown = unknownNames(values.client);
if (unknown !== null) {
  process.stderr.write(`${unknown}\n\n${HELP}`);
  process.exit(2);
}
const chosen = CLIENTS.filter(({ label }) => values.client.includes(label)).map((one) => ({
  ...one,
  scenarios: [
    ...SCENARIOS[one.client.name],
    // All of them are `npm run verify:guards`.
    ...guardScenarios(one.client.name).filter(({ reduced }) => reduced),
  ].filter(
    (scenario) =>
      scenario.title.includes(values.only) &&
      (!values.reduced || scenario.reduced || scenario.cannot !== undefined),
  ),
}));
if (values.list) {
  for (const { label, scenarios } of chosen) {
    process.stdout.write(`${label}\n`);
    for (const { title, cannot } of scenarios)
      process.stdout.write(
        `  ${title}${cannot === undefined ? '' : ` [not possible: ${cannot}]`}\n`,
      );
  }
  process.exit(0);
}

/** Scenarios of several clients run if all of them are selected. */
function withCompany(some) {
  const names = beside.map(({ client }) => client.name);
  const isAlone = ({ title, beside: needed = [] }) => {
    const missing = needed.filter((name) => !names.includes(name));
    if (missing.length > 0) notices.push(`${title}: ${missing.join(', ')} cannot be had`);
    return missing.length > 0;
  };
  return some.map((one) => ({ ...one, scenarios: one.scenarios.filter((each) => !isAlone(each)) }));
}

const began = performance.now();
const { here, notices } = clientsHere(chosen);
const { here: beside } = clientsHere(CLIENTS.filter(({ isNewest }) => !isNewest));
const results = await runAll(withCompany(here), {
  repeat: Number(values.repeat),
  parallel: Number(values.parallel),
  keep: values.keep,
  clients: beside,
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
