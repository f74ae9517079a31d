/** How each client is connected: the file in the project, and our entries in it. One line a client. */
import path from 'node:path';
import { HookloomError } from '@hookloom/core';
import type { ClientName } from '@hookloom/core/hook/event-types';
import type { JsonObject, JsonValue } from '@hookloom/core/json';
import { CODEX_PROJECT_FILE, codexHookGroups } from '@hookloom/hooks/clients/codex/install';
import { COPILOT_PROJECT_FILE, copilotHooksFile } from '@hookloom/hooks/clients/copilot/install';
import { CURSOR_HOOKS_FILE, cursorHooks } from '@hookloom/hooks/clients/cursor/install';
import { genericHookCommand } from '@hookloom/hooks/clients/generic/install';
import { GEMINI_SETTINGS_FILE, geminiHookGroups } from '@hookloom/hooks/clients/gemini/install';
import { claudeHookSettings, claudeSettingsFile } from './claude-code.ts';
import { claudeCommands } from './claude-commands.ts';
import { clientCommand, type CommandRequest } from './client-command.ts';
import type { HookSettings } from './plan-hooks.ts';
import type { NeededHere } from './registration/needed-here.ts';

export interface ConnectRequest extends CommandRequest {
  /** `sh`: Claude Code's observation-only events through a shell script. */
  transport: 'node' | 'sh';
  needed: NeededHere;
}

export interface HookClientFile {
  /** The settings file below the project. */
  file(root: string): string;
  settings(request: ConnectRequest): HookSettings;
}

export const HOOK_CLIENT_FILES: Record<Exclude<ClientName, 'generic'>, HookClientFile> = {
  'claude-code': {
    file: claudeSettingsFile,
    settings: (request) =>
      claudeHookSettings(
        { ...claudeCommands(request), answers: request.needed.answered },
        request.needed.events,
      ),
  },
  codex: {
    file: (root) => path.join(root, CODEX_PROJECT_FILE),
    settings: (request) => {
      const { events } = request.needed;
      return grouped(
        'codex',
        codexHookGroups({ command: clientCommand(request, 'codex'), events }),
      );
    },
  },
  gemini: {
    file: (root) => path.join(root, GEMINI_SETTINGS_FILE),
    settings: (request) => {
      const command = clientCommand(request, 'gemini');
      return grouped('gemini', geminiHookGroups({ command, events: request.needed.events }));
    },
  },
  cursor: {
    file: (root) => path.join(root, CURSOR_HOOKS_FILE),
    settings: (request) => {
      const made = cursorHooks(clientCommand(request, 'cursor'), request.needed.events);
      if (made.ok) return { ...grouped('cursor', made.hooks), beside: { version: 1 } };
      throw new HookloomError(
        'invalid_request',
        'Cursor would read `//` in the command as a comment and lose the whole file.',
        'Move the installation or the workspace to a path without `//`.',
      );
    },
  },
  copilot: {
    file: (root) => path.join(root, COPILOT_PROJECT_FILE),
    settings: (request) => {
      const bash = clientCommand(request, 'copilot');
      const { hooks } = copilotHooksFile({ bash }, request.needed.events);
      const entries = Object.entries(hooks as JsonObject).map(
        ([event, list]) => [event, (list as JsonValue[])[0]!] as const,
      );
      return { client: 'copilot', entries, beside: { version: 1 } };
    },
  },
};

/** The generic client has no settings: the command lines to call, for a person to put where they belong. */
export function genericCommands(request: CommandRequest): Record<string, string> {
  const command = clientCommand(request, 'generic');
  const events = [
    'session-start',
    'user-prompt-submit',
    'pre-tool-use',
    'post-tool-use',
    'stop',
    'session-end',
  ];
  return Object.fromEntries(events.map((event) => [event, genericHookCommand(command, event)]));
}

function grouped(client: string, entries: readonly (readonly [string, object])[]): HookSettings {
  return { client, entries: entries.map(([event, entry]) => [event, entry as JsonValue] as const) };
}
