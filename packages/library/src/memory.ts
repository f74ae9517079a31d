/** What a project knows, with citations: `import { openMemory } from 'hookloom/memory'`. */
export { openMemory, type OpenMemory } from './open/create-hookloom.ts';
export type { HookloomOptions } from './open/open-project.ts';
export type { Memory, QueryAnswer } from './open/memory.ts';
export type {
  CheckoutOptions,
  CorrectOptions,
  FeedbackOptions,
  InSession,
  InvalidateOptions,
  QueryOptions,
  RememberOptions,
} from './open/requests.ts';
export { HookloomError, isHookloomError, type ErrorCode } from '@hookloom/core';
