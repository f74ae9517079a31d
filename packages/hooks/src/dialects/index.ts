/** The table of configuration languages: a folder and a line each. */
import type { DialectName } from '../engine/handler.ts';
import { claudeDialect } from './claude/index.ts';
import { codexDialect } from './codex/index.ts';
import type { Dialect } from './dialect.ts';
import { geminiDialect } from './gemini/index.ts';
import { tomlDialect } from './toml/index.ts';

export const DIALECTS: Record<DialectName, Dialect> = {
  toml: tomlDialect,
  claude: claudeDialect,
  codex: codexDialect,
  gemini: geminiDialect,
};
