// Flips every byte of a log of 200 events and asks for the event that contains it. Every flip is tried on one surface
// with one state of the projection (live, deleted, stale), in rotation, so that every pair gets its share of the bytes.
// Prints the number of questions and the failures; exit status 1 if there are any.
//   npm run verify:served [-- --events 200] [--minutes 60] [--skip 30000] [--every-pair --stride 1009]
// `--minutes` ends a run early: the bytes are taken in an order that spreads over the complete log. `--skip` omits the
// bytes that an earlier run has flipped. `--every-pair` asks each flip of every surface with every state.
import { load, option } from '../bench/lib/load.mjs';

const { openBattery, PROJECTIONS } = await load(
  'served',
  `export * from './packages/worker/test/served/battery.ts'`,
);
const everyPair = process.argv.includes('--every-pair');
const stride = Number(option('stride', '1'));
const until = performance.now() + Number(option('minutes', 'Infinity')) * 60_000;
const battery = await openBattery(Number(option('events', '200')));
const pairs = PROJECTIONS.flatMap((projection) =>
  everyPair ? [[projection]] : battery.surfaces.map((surface) => [projection, surface]),
);
/** How often each pair was asked. */
const asked = new Map();
const failed = new Map();
let flipped = 0;
let answers = 0;
let shown = 0;
const began = performance.now();
const steps = Math.ceil(battery.bytes / stride);
const jump = coprimeTo(steps);
for (let step = Number(option('skip', '0')); step < steps && performance.now() < until; step++) {
  const byte = ((step * jump) % steps) * stride;
  flipped++;
  for (const [projection, surface] of everyPair ? pairs : [pairs[step % pairs.length]]) {
    const flip = await battery.flip(byte, projection, surface);
    answers += flip.asked;
    shown += flip.shown;
    const pair = `${projection}, ${surface ?? 'every surface'}`;
    asked.set(pair, (asked.get(pair) ?? 0) + 1);
    for (const failure of flip.failures) {
      const kind = `${failure.what} (${failure.projection}, ${failure.surface})`;
      failed.set(kind, (failed.get(kind) ?? 0) + 1);
      if (failed.get(kind) <= 3) console.log(JSON.stringify(failure));
    }
  }
}
await battery.close();
const failures = [...failed.values()].reduce((sum, count) => sum + count, 0);
console.log(
  `served: ${flipped} of ${battery.bytes} bytes flipped, ${answers} answers (${shown} of them show the event while the log ` +
    `is sound), ${asked.size} pairs of at least ${Math.min(...asked.values())} flips, ${failures} served as verified or ` +
    `not named, ${Math.round((performance.now() - began) / 1000)} s`,
);
for (const [kind, count] of failed) console.log(`${count} ${kind}`);
process.exitCode = failures > 0 ? 1 : 0;

/** A step that reaches every position once: near the golden section, with no common divisor. */
function coprimeTo(count) {
  const common = (a, b) => (b === 0 ? a : common(b, a % b));
  let jump = Math.max(1, Math.round(count * 0.618));
  while (common(jump, count) !== 1) jump++;
  return jump;
}
