// Flips every byte of a log of 200 events, with the projection live, deleted and stale, and asks every surface for the
// event. Prints what was asked and what failed; exit status 1 when anything did.
//   node scripts/verify-served.mjs [--events 200] [--stride 1] [--from 0] [--projection live,deleted,stale]
import { load, option } from '../bench/lib/load.mjs';

const { openBattery, PROJECTIONS } = await load(
  'served',
  `export * from './packages/worker/test/served/battery.ts'`,
);
const stride = Number(option('stride', '1'));
const from = Number(option('from', '0'));
const projections = option('projection', PROJECTIONS.join(',')).split(',');
let failed = 0;
for (const projection of projections) {
  const battery = await openBattery(Number(option('events', '200')));
  const seen = { flips: 0, asked: 0, shown: 0, byKind: {} };
  const began = performance.now();
  for (let byte = from; byte < battery.bytes; byte += stride) {
    const { asked, shown, failures } = await battery.flip(byte, projection);
    seen.flips++;
    seen.asked += asked;
    seen.shown += shown;
    for (const failure of failures) {
      failed++;
      const kind = `${failure.what} (${failure.surface})`;
      seen.byKind[kind] = (seen.byKind[kind] ?? 0) + 1;
      if (failed <= 20) console.log(JSON.stringify(failure));
    }
  }
  await battery.close();
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(
    `${projection}: ${seen.flips} of ${battery.bytes} bytes flipped, ${seen.asked} answers (${seen.shown} of them show the event while the log is sound), ` +
      `${Object.values(seen.byKind).reduce((sum, count) => sum + count, 0)} failed, ${seconds} s ${JSON.stringify(seen.byKind)}`,
  );
}
process.exitCode = failed > 0 ? 1 : 0;
