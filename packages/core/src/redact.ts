/** Secrets and private text: found and masked. */
export { redactPayload, redactText } from './redact/index.ts';
export { secrecyOf } from './redact/key-names.ts';
export { maskSecrets } from './redact/mask.ts';
export { stripPrivate } from './redact/private-tags.ts';
