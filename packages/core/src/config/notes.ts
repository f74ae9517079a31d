/** Settings from the environment for the models that make notes. Pure; opens no file or connection. */
import { modelAddress } from './model-address.ts';
import { notAccepted, settingIn } from './settings.ts';

export const NOTE_PROVIDERS = [
  'anthropic',
  'openai-compatible',
  'gemini',
  'claude-agent-sdk',
] as const;
export type NoteProvider = (typeof NOTE_PROVIDERS)[number];

export interface NoteProviderSettings {
  provider: NoteProvider;
  model: string;
  /** Without a trailing slash. Empty for the agent SDK, which knows its address. */
  baseUrl: string;
  apiKey: string | undefined;
  /** Name and value of the variable that names the key's file; takes precedence over `apiKey`. */
  apiKeyFile: { variable: string; file: string } | undefined;
  timeoutMs: number;
  /** US dollars per million tokens; null: free, or the provider reports the cost. */
  price: { input: number; output: number } | null;
}

export interface NoteSettings {
  /** In the order in which they are tried. */
  providers: NoteProviderSettings[];
  /** Configured providers that must not be used, as sentences. */
  refused: string[];
  /** Per day and installation. Zero: no model is ever called. */
  budget: { tokens: number; usd: number };
}

/** The addresses of the documented services, and the usual names of their keys. */
const KINDS: Record<NoteProvider, { prefix: string; baseUrl: string; keys: string[] }> = {
  anthropic: {
    prefix: 'HOOKLOOM_NOTES_ANTHROPIC',
    baseUrl: 'https://api.anthropic.com',
    keys: ['ANTHROPIC_API_KEY'],
  },
  'openai-compatible': {
    prefix: 'HOOKLOOM_NOTES_OPENAI',
    baseUrl: 'http://127.0.0.1:11434/v1',
    keys: ['OPENAI_API_KEY'],
  },
  gemini: {
    prefix: 'HOOKLOOM_NOTES_GEMINI',
    baseUrl: 'https://generativelanguage.googleapis.com',
    keys: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  },
  'claude-agent-sdk': { prefix: 'HOOKLOOM_NOTES_CLAUDE', baseUrl: '', keys: [] },
};
const MODEL = /^[\w.:@/+-]{1,200}$/;

type Given = (name: string) => string | undefined;

/**
 * Read only from the worker's environment, so that no file of a project decides where recorded text goes.
 *
 * @example noteSettings({}) // { providers: [], refused: [], budget: { tokens: 0, usd: 0 } }
 */
export function noteSettings(env: Record<string, string | undefined>): NoteSettings {
  const given: Given = (name) => env[name]?.trim() || undefined;
  const names = (given('HOOKLOOM_NOTES_PROVIDER') ?? 'rules').split(',').map((name) => name.trim());
  const settings: NoteSettings = {
    providers: [],
    refused: [],
    budget: {
      tokens: amount(given, 'HOOKLOOM_NOTES_DAILY_TOKENS'),
      usd: amount(given, 'HOOKLOOM_NOTES_DAILY_USD'),
    },
  };
  // Rules always work, so providers after them are never asked.
  const asked = names.includes('rules') ? names.slice(0, names.indexOf('rules')) : names;
  for (const name of new Set(asked)) {
    const found = isProvider(name)
      ? providerSettings(name, given)
      : `HOOKLOOM_NOTES_PROVIDER names ${printable(name)}, which is not one of rules, ${NOTE_PROVIDERS.join(', ')}.`;
    if (typeof found === 'string') settings.refused.push(found);
    else settings.providers.push(found);
  }
  return settings;
}

function isProvider(name: string): name is NoteProvider {
  return (NOTE_PROVIDERS as readonly string[]).includes(name);
}

function providerSettings(provider: NoteProvider, given: Given): NoteProviderSettings | string {
  const { prefix, baseUrl, keys } = KINDS[provider];
  const model = given(`${prefix}_MODEL`) ?? (provider === 'claude-agent-sdk' ? 'haiku' : undefined);
  if (model === undefined) return `${prefix}_MODEL is not set.`;
  if (!MODEL.test(model)) return `${prefix}_MODEL is no name of a model.`;
  const timeoutMs = settingIn('HOOKLOOM_NOTES_TIMEOUT_MS', given);
  if (timeoutMs === null) return notAccepted('HOOKLOOM_NOTES_TIMEOUT_MS');
  const address = addressOf(`${prefix}_BASE_URL`, baseUrl, given);
  if ('refused' in address) return address.refused;
  const price = priceOf(given(`${prefix}_PRICE`));
  if (price === undefined)
    return `${prefix}_PRICE is not like 0.80/4.00 (US dollars for a million tokens).`;
  if (price === null && address.isRemote && provider !== 'claude-agent-sdk')
    return `${prefix}_PRICE is not set: without it the daily budget in money cannot be kept.`;
  const fileVariable = keys.map((key) => `${key}_FILE`).find((key) => given(key) !== undefined);
  return {
    provider,
    model,
    baseUrl: address.url,
    apiKey: keys.map(given).find((key) => key !== undefined),
    apiKeyFile:
      fileVariable === undefined
        ? undefined
        : { variable: fileVariable, file: given(fileVariable)! },
    timeoutMs: Number(timeoutMs),
    price,
  };
}

function addressOf(
  variable: string,
  byDefault: string,
  given: Given,
): { url: string; isRemote: boolean } | { refused: string } {
  const allowed = given('HOOKLOOM_NOTES_ALLOW_REMOTE') === 'true';
  const elsewhere = `Set HOOKLOOM_NOTES_ALLOW_REMOTE=true to send recorded text to another machine`;
  if (byDefault === '')
    return allowed ? { url: '', isRemote: true } : { refused: `${elsewhere} (claude-agent-sdk).` };
  return modelAddress(variable, given(variable) ?? byDefault, {
    isRemoteAllowed: allowed,
    elsewhere: (host) => `${elsewhere} (${host}).`,
  });
}

/** Null: not set. Undefined: not readable. */
function priceOf(text: string | undefined): { input: number; output: number } | null | undefined {
  if (text === undefined) return null;
  const match = /^(\d{1,6}(?:\.\d{1,6})?)\/(\d{1,6}(?:\.\d{1,6})?)$/.exec(text);
  return match === null ? undefined : { input: Number(match[1]), output: Number(match[2]) };
}

/** Zero if it is not a number, so that nothing is spent by mistake. */
function amount(given: Given, name: string): number {
  const value = Number(given(name) ?? 0);
  return Number.isFinite(value) && value > 0 ? value : 0;
}

function printable(name: string): string {
  return `“${name.replace(/[^\w.-]/g, '?').slice(0, 40)}”`;
}
