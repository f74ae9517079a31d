/** The append-only, hash-chained log of a project: `import { openLog } from 'hookloom/log'`. */
export { openLog, type OpenLog } from './open/create-hookloom.ts';
export type { HookloomOptions } from './open/open-project.ts';
export type { Log, LogVerification, ReadLogOptions, VerifyLogOptions } from './open/log.ts';
export type { InSession, NewEvent } from './open/requests.ts';
export { HookloomError, isHookloomError, type ErrorCode } from '@hookloom/core';
