/** The command that connects, or reconnects, a client here. */
import { PLACES, type Program } from '@hookloom/hooks/found/places';

const PRESETS: Partial<Record<Program, string>> = {
  'claude-code': 'local-claude',
  codex: 'local-codex',
  gemini: 'local-gemini',
  copilot: 'local-copilot',
};

export function connectCommand(program: Program): string {
  const preset = PRESETS[program];
  return preset === undefined
    ? `hookloom hooks ${program} ${outputOf(program)}`
    : `hookloom init --preset ${preset}`;
}

function outputOf(program: Program): string {
  const place = { root: '.', home: '~', env: {}, platform: process.platform };
  return `-o ${PLACES[program].hookFiles(place)[0] ?? ''}`;
}
