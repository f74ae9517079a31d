/** The public names of the worker. Import `serve` and `genesis` from their own files. */
export { openRuntime, type RuntimeOptions } from './compose.ts';
export type { Caller } from './operations/context.ts';
export type { Runtime } from './runtime.ts';
