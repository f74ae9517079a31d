/** The files of the project in which the printed commands are typed. */

/** The agent's settings as the person wrote them. */
export const SETTINGS = '{"permissions":{"allow":["Bash(ls:*)"]}}\n';
export const HOOKS = `[[hooks.pre_tool_use]]
command = "exit 2"
matcher = "^Bash$"
critical = true

[[hooks.pre_tool_use]]
command = "exit 0"
matcher = "^Bahs$"
`;
export const FIXTURE = {
  hooks: 'hooks.toml',
  cases: [
    {
      name: 'a command is refused',
      event: 'pre_tool_use',
      tool: 'Bash',
      input: { command: 'ls' },
      expect: { decision: 'deny' },
    },
  ],
};
