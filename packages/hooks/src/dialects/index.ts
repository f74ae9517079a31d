/** The table of configuration languages: a folder and a line each. A language is loaded on first use. */
import type { DialectName } from '../engine/handler.ts';
import { claudeLanguage } from './claude/index.ts';
import { codexLanguage } from './codex/index.ts';
import type { Dialect } from './dialect.ts';
import { geminiLanguage } from './gemini/index.ts';
import { tomlLanguage } from './toml/index.ts';

export const DIALECTS: Readonly<Record<DialectName, () => Dialect>> = {
  toml: tomlLanguage,
  claude: claudeLanguage,
  codex: codexLanguage,
  gemini: geminiLanguage,
};
