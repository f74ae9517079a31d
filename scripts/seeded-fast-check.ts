/**
 * fast-check with one seed for the whole run. CI uses the same seed every time, so a change is judged by itself;
 * everywhere else the seed is new in each run. `HOOKLOOM_SEED=<number>` repeats a run.
 */
import { createRequire } from 'node:module';
import type FastCheck from 'fast-check';

const fc = createRequire(import.meta.url)('fast-check') as typeof FastCheck;
const seed = process.env['HOOKLOOM_SEED'] ?? (process.env['CI'] === undefined ? '' : '20261122');
if (seed !== '') fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

export default fc;
