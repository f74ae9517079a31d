/** Secrets and private text: found and masked. */
export { redactPayload, redactText, secrecyOf, stripPrivate } from './redact/index.ts';
export { maskSecrets } from './redact/mask.ts';
