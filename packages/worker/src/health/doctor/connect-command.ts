import { CLIENTS, isConnectable, PLACES, type Program } from '@hookloom/hooks/clients';

export function connectCommand(program: Program): string {
  const preset = isConnectable(program) ? CLIENTS[program].install?.preset : undefined;
  return preset === undefined
    ? `hookloom hooks ${program} ${outputOf(program)}`
    : `hookloom init --preset ${preset}`;
}

function outputOf(program: Program): string {
  const place = { root: '.', home: '~', env: {}, platform: process.platform };
  return `-o ${PLACES[program].hookFiles(place)[0] ?? ''}`;
}
