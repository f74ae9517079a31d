/** The clients that can be connected: how, what each gets, and which are installed here. */
import fs from 'node:fs';
import path from 'node:path';
import type { ClientCapabilities, HookEventType } from '@hookloom/core/hook';
import {
  CLIENTS,
  findPrograms,
  isConnectable,
  PLACES,
  type FoundProgram,
  type Place,
  type Program,
} from '@hookloom/hooks/clients';
import { FRAMEWORK_EXAMPLES, FRAMEWORKS } from '../templates/frameworks.ts';

export interface ClientIntegration {
  client: Program;
  label: string;
  /** Whether its command is on the PATH, or it was used here. */
  found: boolean;
  executable: string | null;
  /** Whether events are recorded as they happen. */
  hooks: boolean;
  /** Whether the agent itself can ask the memory. */
  mcp: boolean;
  /** Whether its session files can be read. */
  capture: boolean;
  /** When the memory can add context. */
  injection: ('session' | 'prompt')[];
  /** Commands that connect it, in order. */
  connect: string[];
}

/** In the order of the table of programs. Starts no process. */
export function clientIntegrations(place: Place): ClientIntegration[] {
  return findPrograms(place).map((found) => clientIntegration(found, place));
}

function clientIntegration(
  { program, label, executable, used }: FoundProgram,
  place: Place,
): ClientIntegration {
  const places = PLACES[program];
  const [own] = places.hookFiles(place);
  const hookFile = own === undefined ? undefined : path.relative(place.root, own);
  const capabilities = isConnectable(program) ? CLIENTS[program].capabilities : null;
  return {
    client: program,
    label,
    found: executable !== null || used,
    executable,
    hooks: hookFile !== undefined,
    mcp: mcpCommand(program).length > 0,
    capture: places.sessions(place) !== null,
    injection: capabilities === null ? [] : momentsOf(capabilities),
    connect: [
      ...(hookFile === undefined ? [] : [`hookloom hooks ${program} -o ${hookFile}`]),
      ...mcpCommand(program),
    ],
  };
}

function mcpCommand(program: Program): string[] {
  const isPrinted = program === 'claude-desktop';
  return [`hookloom ide-config ${program}${isPrinted ? '' : ' --install'}`];
}

/** When the client passes context to the model, even if in another form. */
function momentsOf({ events }: ClientCapabilities): ('session' | 'prompt')[] {
  const takes = (type: HookEventType): boolean =>
    Object.values(events).some(
      (event) =>
        event.type === type &&
        ['kept', 'changed'].includes(event.answers.context?.survival ?? 'lost'),
    );
  return [
    ...(takes('session_start') ? (['session'] as const) : []),
    ...(takes('before_agent') ? (['prompt'] as const) : []),
  ];
}

/** Files with a workspace's dependencies. Each is read up to a limit. */
const PACKAGE_FILES = ['package.json', 'pyproject.toml', 'requirements.txt'];
const MAX_BYTES = 1_000_000;

export function frameworkIntegrations(root: string) {
  const named = PACKAGE_FILES.map((file) => textOf(path.join(root, file))).join('\n');
  return FRAMEWORKS.map((framework) => {
    const { label, language, packages } = FRAMEWORK_EXAMPLES[framework];
    const [first] = packages as [string];
    const mention = new RegExp(`(?<![\\w@/.-])${first.replaceAll('/', '\\/')}(?![\\w/.-])`);
    return {
      framework,
      label,
      found: mention.test(named),
      language,
      connect: [`hookloom integration-template ${framework} -o FILE`],
    };
  });
}

function textOf(file: string): string {
  const stats = fs.lstatSync(file, { throwIfNoEntry: false });
  return stats?.isFile() === true && stats.size <= MAX_BYTES ? fs.readFileSync(file, 'utf8') : '';
}
