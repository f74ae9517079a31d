/** Words that only open other words. */
export const commandGroups: Readonly<Record<string, string>> = {
  memory: 'Record, ask and inspect the memory of this workspace.',
};
