import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '@hookloom/core';
import type { LoadedFile } from '../../engine/handler.ts';
import { claudeDialect } from './index.ts';
import { PROJECT_FILE } from './sample.fixture.ts';

function load(value: JsonValue, file = PROJECT_FILE): LoadedFile {
  return claudeDialect.load(
    typeof value === 'string' ? value : JSON.stringify(value, null, 2),
    file,
  );
}

describe('a file of any content', () => {
  const junk = fc.jsonValue({ maxDepth: 4 });
  const handler = fc.record(
    {
      type: fc.oneof(fc.constantFrom('command', 'http', 'mcp_tool', 'x'), junk),
      command: fc.oneof(fc.string(), junk),
      args: junk,
      url: fc.oneof(fc.webUrl(), junk),
      headers: junk,
      allowedEnvVars: junk,
      timeout: fc.oneof(fc.double(), junk),
      if: fc.oneof(fc.string(), junk),
      onFailure: fc.oneof(fc.constantFrom('block', 'continue'), junk),
      async: junk,
      once: junk,
      shell: junk,
      ['__proto__']: junk,
    },
    { requiredKeys: [] },
  );
  const group = fc.record({
    matcher: fc.oneof(fc.string(), junk),
    hooks: fc.oneof(fc.array(handler, { maxLength: 3 }), junk),
  });
  const events = fc.dictionary(
    fc.constantFrom('PreToolUse', 'Stop', 'FileChanged', 'SessionStart', '__proto__', 'x'),
    fc.oneof(fc.array(fc.oneof(group, junk), { maxLength: 3 }), junk),
  );
  it('never throws, and yields only hooks that can run', () => {
    const property = fc.property(
      fc.record({ hooks: fc.oneof(events, junk) }),
      fc.option(fc.nat(300)),
      (value, cut) => {
        const text = JSON.stringify(value);
        const { handlers, problems } = load(cut === null ? text : text.slice(0, cut));
        for (const { timeoutMs, identity, action } of handlers) {
          expect(timeoutMs > 0 && timeoutMs < 2 ** 31).toBe(true);
          expect(identity).toMatch(/^sha256:[0-9a-f]{64}$/);
          expect(['shell', 'argv', 'http']).toContain(action.kind);
        }
        expect(problems.every(({ file }) => file === PROJECT_FILE.path)).toBe(true);
      },
    );
    fc.assert(property, { numRuns: 1_000 });
  });
});
