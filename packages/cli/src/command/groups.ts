/** Words that only open other words. */
export const commandGroups: Readonly<Record<string, string>> = {
  hooks: "Connect clients, and run, explain, test and trust the user's hooks.",
  plugin: 'The plugins for clients that came with this package.',
  capture: "Watch and import the clients' own session files.",
  projects: 'List, rename, merge and move the projects of this installation.',
  project: 'Choose the log that a folder uses.',
  log: 'Decide about logs of other installations and about lost events.',
  notes: 'List, search, correct and delete the notes on recorded work.',
  settings: 'List, read and change the settings of this installation.',
  memory: 'Record, ask and inspect the memory of this workspace.',
};
