/**
 * fast-check with one seed for the complete run. CI uses the same seed every time, so that only the change matters;
 * everywhere else the seed is new in each run. `HOOKLOOM_SEED=<number>` repeats a run.
 */
import { createRequire } from 'node:module';
import type FastCheck from 'fast-check';

const fc = createRequire(import.meta.url)('fast-check') as typeof FastCheck;
const seed = process.env['HOOKLOOM_SEED'] ?? (process.env['CI'] === undefined ? '' : '20261122');
if (seed !== '') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export default fc;
