/** A shell command as a note. */
import type { CommandWork } from '@hookloom/core/events';
import { purposeOf, type CommandPurpose } from './command-purpose.ts';
import type { Described } from './described.ts';
import { capitalised, inWords, line, quoted } from './in-words.ts';

const TITLE_CHARS = 100;
const LINE_CHARS = 120;
/** A shorter description says less than the command. */
const TELLING_CHARS = 8;
/** The count formats of well-known runners. */
const COUNTS = /\b(\d{1,6}) (passed|failed|passing|failing|skipped|errors?|warnings?)\b/gi;

export function describeCommand(command: CommandWork): Described {
  const purpose = purposeOf(command.line);
  const counts = [...`${command.stdout ?? ''} ${command.stderr ?? ''}`.matchAll(COUNTS)]
    .slice(0, 4)
    .map(([found]) => found.toLowerCase());
  const outcome = outcomeOf(command, purpose, counts);
  const isLook = purpose.purpose === 'search' || purpose.purpose === 'read';
  const output = quoted(outcome === 'failed' ? (command.stderr ?? command.stdout) : command.stdout);
  const told =
    outcome === 'ok'
      ? 'succeeded'
      : outcome === 'failed'
        ? purpose.status.fails
          ? failure(command)
          : 'failed'
        : 'was run';
  const facts = [`\`${purpose.name}\` ${told}`];
  if (outcome === '' && !purpose.status.fails && hasFailed(command))
    facts.push(`The line it is part of ${failure(command)}: \`${line(command.line, LINE_CHARS)}\``);
  if (counts.length > 0) facts.push(`Its output counts ${inWords(counts, 'number', 4)}`);
  else if (outcome === 'failed' && output !== null) facts.push(`It said ${output}`);
  const isTelling =
    purpose.purpose === 'test' || purpose.purpose === 'build' || purpose.purpose === 'check';
  return {
    kind: isLook ? 'look' : 'command',
    subject: purpose.name,
    outcome,
    said: outcome === 'failed' ? (output ?? '') : '',
    purpose: purpose.purpose,
    ...(purpose.purpose === 'search' && { searched: purpose.name }),
    note: {
      type: purpose.purpose === 'commit' && outcome === 'ok' ? 'change' : 'discovery',
      title: line(titleOf(purpose, command, outcome), TITLE_CHARS),
      subtitle: line(subtitleOf(purpose, command, counts, output), 160) || null,
      facts,
      narrative: null,
      concepts:
        outcome === 'failed'
          ? ['gotcha']
          : purpose.purpose === 'commit'
            ? ['what-changed']
            : isTelling
              ? ['how-it-works']
              : [],
      filesRead: purpose.purpose === 'read' ? purpose.about : [],
      filesModified: [],
    },
  };
}

function outcomeOf(
  command: CommandWork,
  { purpose, status }: CommandPurpose,
  counts: readonly string[],
): Described['outcome'] {
  const { outcome, exitCode, stdout, stderr } = command;
  // A search that finds nothing exits with 1.
  if (purpose === 'search' && exitCode === 1) return 'ok';
  if (purpose === 'test') {
    if (counts.some((found) => FAILING.test(found))) return 'failed';
    if (RAN_NOTHING.test(`${stdout ?? ''} ${stderr ?? ''}`)) return '';
  }
  if (hasFailed(command)) return status.fails ? 'failed' : '';
  const isPassed = exitCode === 0 || (exitCode === null && outcome === 'passed');
  return isPassed && status.passes ? 'ok' : '';
}

/** A runner's message about failed tests. */
const FAILING = /^[1-9]\d* (failed|failing)$/;
const RAN_NOTHING =
  /\bno tests? (files? )?(were )?(found|ran|run|to run|specified|collected)\b|\bno test files\b|\bcollected 0 items\b|\bran 0 tests\b|\brunning 0 tests\b/i;

function hasFailed({ outcome, exitCode }: CommandWork): boolean {
  return exitCode === null ? outcome === 'failed' : exitCode !== 0;
}

function failure({ exitCode }: CommandWork): string {
  return exitCode === null ? 'failed' : `failed with exit code ${exitCode}`;
}

function titleOf(purpose: CommandPurpose, command: CommandWork, outcome: string): string {
  const { name, about } = purpose;
  const failed = outcome === 'failed';
  const ran = (passed: string, broken: string, begun: string): string =>
    failed ? broken : outcome === 'ok' ? passed : begun;
  switch (purpose.purpose) {
    case 'test':
      return ran(`Tests pass: ${name}`, `Tests fail: ${name}`, `Ran the tests: ${name}`);
    case 'build':
      return ran(`The build works: ${name}`, `The build fails: ${name}`, `Ran the build: ${name}`);
    case 'check':
      return ran(`Checks pass: ${name}`, `Checks fail: ${name}`, `Ran the checks: ${name}`);
    case 'commit':
      return ran(
        about.length > 0 ? `Committed: ${about[0]!}` : 'Committed the changes',
        'Could not commit',
        `Ran ${name}`,
      );
    case 'install': {
      const what = about.length > 0 ? inWords(about, 'package', 3) : 'the dependencies';
      return ran(`Installed ${what}`, `Could not install ${what}`, `Ran ${name}`);
    }
    case 'search':
      return `Searched: ${name}`;
    case 'read':
      return about.length > 0 ? `Read ${inWords(about, 'file')}` : `Looked at files: ${name}`;
    case 'git':
    case 'run': {
      const told = command.description ?? '';
      const words = told.length < TELLING_CHARS ? `Ran ${name}` : capitalised(told);
      return failed ? `Failed: ${words}` : words;
    }
  }
}

function subtitleOf(
  { purpose, name }: CommandPurpose,
  { description }: CommandWork,
  counts: string[],
  output: string | null,
): string {
  if (counts.length > 0) return `${capitalised(inWords(counts, 'number', 4))}.`;
  if (purpose === 'git' || purpose === 'run')
    return description === null ? (output ?? '') : `\`${name}\``;
  return description === null ? '' : `${capitalised(description).replace(/\.$/, '')}.`;
}
