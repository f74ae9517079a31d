/** The settings, a line each. */

export interface Setting {
  name: string;
  defaultValue: string;
  /** What a value must be, in words. */
  takes: string;
  test(value: string): boolean;
  /** False: it names a program, an address or a secret, and is changed in the file only. */
  overHttp?: false;
  isSecret?: true;
}

function whole(name: string, defaultValue: number, min: number, max: number): Setting {
  const test = (value: string): boolean =>
    /^\d{1,6}$/.test(value) && Number(value) >= min && Number(value) <= max;
  return {
    name,
    defaultValue: String(defaultValue),
    takes: `a whole number from ${min} to ${max}`,
    test,
  };
}

function choice(name: string, choices: readonly string[], defaultValue = choices[0]!): Setting {
  return {
    name,
    defaultValue,
    takes: choices.join(' or '),
    test: (value) => choices.includes(value),
  };
}

function flag(name: string, defaultValue: boolean): Setting {
  return choice(name, ['true', 'false'], String(defaultValue));
}

function words(name: string, defaultValue = ''): Setting {
  const test = (value: string): boolean => /^[\w ,:./*-]*$/.test(value);
  return { name, defaultValue, takes: 'words with commas between them', test };
}

export const settingTable: readonly Setting[] = [
  whole('CLAUDE_MEM_WORKER_PORT', 37_777, 1024, 65_535),
  whole('HOOKLOOM_WORKER_IDLE_MINUTES', 30, 0, 10_080),
  choice('CLAUDE_MEM_LOG_LEVEL', ['INFO', 'DEBUG', 'WARN', 'ERROR', 'SILENT']),
  whole('CLAUDE_MEM_CONTEXT_OBSERVATIONS', 50, 1, 200),
  whole('CLAUDE_MEM_CONTEXT_SESSION_COUNT', 10, 1, 50),
  whole('CLAUDE_MEM_CONTEXT_FULL_COUNT', 5, 0, 20),
  choice('CLAUDE_MEM_CONTEXT_FULL_FIELD', ['narrative', 'facts']),
  flag('CLAUDE_MEM_CONTEXT_SHOW_READ_TOKENS', true),
  flag('CLAUDE_MEM_CONTEXT_SHOW_WORK_TOKENS', true),
  flag('CLAUDE_MEM_CONTEXT_SHOW_SAVINGS_AMOUNT', true),
  flag('CLAUDE_MEM_CONTEXT_SHOW_SAVINGS_PERCENT', true),
  flag('CLAUDE_MEM_CONTEXT_SHOW_LAST_SUMMARY', true),
  flag('CLAUDE_MEM_CONTEXT_SHOW_LAST_MESSAGE', false),
  words('CLAUDE_MEM_CONTEXT_OBSERVATION_TYPES'),
  words('CLAUDE_MEM_CONTEXT_OBSERVATION_CONCEPTS'),
  words(
    'CLAUDE_MEM_SKIP_TOOLS',
    'ListMcpResourcesTool,SlashCommand,Skill,TodoWrite,AskUserQuestion',
  ),
  words('CLAUDE_MEM_EXCLUDED_PROJECTS'),
  flag('CLAUDE_MEM_SEMANTIC_INJECT', false),
  whole('CLAUDE_MEM_SEMANTIC_INJECT_LIMIT', 5, 1, 20),
  ...['CLAUDE_MEM_GEMINI_API_KEY', 'CLAUDE_MEM_OPENROUTER_API_KEY'].map((name): Setting => ({
    name,
    defaultValue: '',
    takes: 'a key',
    test: () => true,
    overHttp: false,
    isSecret: true,
  })),
  ...['CLAUDE_MEM_OPENROUTER_BASE_URL', 'CLAUDE_CODE_PATH'].map((name): Setting => ({
    name,
    defaultValue: '',
    takes: 'a text',
    test: () => true,
    overHttp: false,
  })),
];
