/** Commands that only group subcommands, and their purpose. */
export const commandGroups: Readonly<Record<string, string>> = {
  hooks: 'Connect clients, and run, explain, test and trust your hooks.',
  plugin: 'List the plugins for clients that come with this package.',
  capture: 'Watch or import the clients’ session files.',
  projects: 'List, rename, merge and move the projects of this installation.',
  project: 'Choose the log that a folder uses.',
  log: 'Adopt logs from other machines, repair broken logs, and acknowledge lost events.',
  share: 'Share memory with your team through the repository.',
  team: 'Set up the team store in PostgreSQL, and decide who has access.',
  notes: 'List, search, correct and delete the notes on recorded work.',
  coordinate: 'Run missions that several agents share.',
  settings: 'List, read and change the settings of this installation.',
  memory: 'Ask, record and inspect the memory of this workspace.',
};

/** The headings of `hookloom --help`, with the commands below each. */
const HEADINGS: Readonly<Record<string, string>> = {
  'Get started': 'demo init uninstall doctor hook-status completion help',
  'Ask and remember': 'memory inbox context notes coordinate viewer index-codebase refresh-context',
  'Connect clients':
    'hooks ide-config plugin integrations integration-template activate local-profile hook hook-event',
  'Record sessions':
    'capture claude-capture codex-capture gemini-capture copilot-capture capture-soak init-session',
  'Logs and projects':
    'verify verify-export backup restore share sync team replay compact reproject log project projects extractor-template settings',
  'Server and worker': 'up down restart status logs serve',
};

const ORDER = Object.values(HEADINGS).join(' ').split(' ');

export function headingOf(command: string): string {
  const found = Object.entries(HEADINGS).find(([, names]) => names.split(' ').includes(command));
  return `${found![0]}:`;
}

/** Sorts commands in the order of `hookloom --help`. */
export function byHeading(a: { name: string }, b: { name: string }): number {
  return placeOf(a.name) - placeOf(b.name);
}

function placeOf(name: string): number {
  return ORDER.indexOf(name.split(' ')[0]!);
}
