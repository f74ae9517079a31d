// The guards: what `npm run verify:guards` runs, and the small part of it that `npm run verify:clients` also runs.
import { cell } from './cell.mjs';
import { escapes } from './escapes.mjs';
import { SITUATIONS } from './situations.mjs';
import { twins } from './twins.mjs';
import { WAYS } from './ways.mjs';

/** Cells of the reduced set, each in the root of the project; the twins of that situation belong to it. */
const REDUCED_WAYS = ['1', '4', '7', '8a', '10b', '12a', '12d'];

export function guardScenarios(clientName) {
  const cells = SITUATIONS.flatMap((situation) => {
    const reduced = situation.name === 'root';
    return [
      ...twins(situation, { reduced }),
      ...WAYS.map((way) =>
        cell(clientName, way, situation, {
          reduced: reduced && REDUCED_WAYS.includes(way.number),
        }),
      ),
    ];
  });
  return [...cells, ...escapes(clientName)];
}
