/** GitHub Copilot CLI. */
import type { HookClient } from '../client.ts';
import { COPILOT_CAPABILITIES } from './capabilities.ts';
import { enforceCopilot } from './enforce.ts';
import { COPILOT_INSTALL_EVENTS, copilotSettings } from './install.ts';
import { asCopilotRecorded, momentOfCopilot } from './as-recorded.ts';
import { PATHS } from './paths.ts';
import { copilotOff } from './switches.ts';
import { copilotFiles } from './transcript/files.ts';
import { readCopilotLine } from './transcript/read-line.ts';
import { copilotRecordEvent } from './transcript/to-event.ts';
import { words } from './words.ts';

export const definition: HookClient = {
  name: 'copilot',
  capabilities: COPILOT_CAPABILITIES,
  // It runs the hooks in `.claude/settings*.json` of a trusted project by itself.
  runsItself: ['claude'],
  exportsAs: 'copilot',
  ...words,
  enforce: enforceCopilot,
  asRecorded: asCopilotRecorded,
  identify: momentOfCopilot,
  paths: PATHS,
  install: {
    events: COPILOT_INSTALL_EVENTS,
    settings: copilotSettings,
    preset: 'local-copilot',
    hasFallback: true,
    step: {
      after: 'any',
      text: 'When Copilot CLI asks whether you trust this folder, say yes. Until then it runs no hooks and starts no servers from it.',
    },
    alsoRunsClaude: 'project',
    // It has every event in two spellings; we register the first.
    isRegistered: (native) => /^[a-z]/.test(native),
    switchedOff: copilotOff,
  },
  seconds: {},
  needsWords: ['userPromptSubmitted', 'UserPromptSubmitted', 'UserPromptSubmit', 'preToolUse'],
  transcript: {
    source: 'copilot-local',
    readLine: readCopilotLine,
    toEvent: copilotRecordEvent,
    files: copilotFiles,
    before: 'preToolUse',
    hasNoIds: true,
  },
  server: {
    handshake: 'copilot-cli',
    remote: ({ transport, url, headers, tokenVariable }) => ({
      type: transport,
      url,
      headers: { ...headers, Authorization: `Bearer \${${tokenVariable}}` },
    }),
  },
  start: null,
  sample: {
    tool: 'bash',
    input: { command: 'ls' },
    response: { resultType: 'success', textResultForLlm: 'README.md' },
  },
  toolNames: { Bash: 'bash', Write: 'create', Edit: 'edit', Read: 'view' },
};
