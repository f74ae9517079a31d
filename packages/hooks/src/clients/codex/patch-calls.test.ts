import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { HookEvent } from '@hookloom/core/hook';
import type { JsonObject } from '@hookloom/core';
import { parseCodexEvent, patchFiles } from './parse-event.ts';
import { callsOf } from './patch-calls.ts';

function patchEvent(patch: string): HookEvent {
  const payload: JsonObject = {
    session_id: 's',
    hook_event_name: 'PreToolUse',
    tool_name: 'apply_patch',
    tool_use_id: 'c',
    tool_input: { command: patch },
  };
  return parseCodexEvent(payload, { nowMs: 0, raw: JSON.stringify(payload) });
}

const PATCH = `*** Begin Patch
*** Add File: new.txt
+one
+two
*** Update File: src/a.js
@@ function f
 keep
-old
+fresh
*** Delete File: gone.txt
*** Update File: from.txt
*** Move to: to.txt
@@
-x
+y
*** End Patch
`;

describe('a patch of several files', () => {
  it('is one call for each file, with the fields that a hook for Write or Edit reads', () => {
    const calls = callsOf(patchEvent(PATCH)).map(({ tool }) => tool!);
    expect(calls.map(({ name, files }) => [name, ...files])).toEqual([
      ['Write', 'new.txt'],
      ['Edit', 'src/a.js'],
      ['Edit', 'gone.txt'],
      ['Edit', 'from.txt'],
      ['Write', 'to.txt'],
    ]);
    expect(calls[0]!.input).toMatchObject({ file_path: 'new.txt', content: 'one\ntwo\n' });
    expect(calls[1]!.input).toMatchObject({
      file_path: 'src/a.js',
      old_string: 'keep\nold',
      new_string: 'keep\nfresh',
    });
    expect(calls[2]!.input).toMatchObject({
      command: '*** Begin Patch\n*** Delete File: gone.txt\n*** End Patch\n',
    });
  });

  it('stays one call if it has one file or is not a patch', () => {
    const one = patchEvent('*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n');
    expect(callsOf(one)).toEqual([one]);
    const none = patchEvent('nothing of the kind');
    expect(callsOf(none)).toEqual([none]);
  });

  it('includes every file of the patch, in the order of the patch', () => {
    const name = fc.stringMatching(/^[a-z]{1,6}(\/[a-z]{1,6})?$/);
    const body = fc.array(fc.constantFrom('+a', '-b', ' c', '@@', '+*** Add File: x', ''));
    const section = fc.tuple(
      fc.constantFrom('Add', 'Update', 'Delete'),
      name,
      fc.option(name),
      body,
    );
    fc.assert(
      fc.property(fc.uniqueArray(section, { selector: ([, file]) => file }), (sections) => {
        const text = sections.map(([kind, file, moved, lines]) =>
          [
            `*** ${kind} File: ${file}`,
            ...(moved === null ? [] : [`*** Move to: ${moved}`]),
            ...lines,
          ].join('\n'),
        );
        const patch = `*** Begin Patch\n${text.join('\n')}\n*** End Patch\n`;
        const calls = callsOf(patchEvent(patch));
        if (calls.length < 2) return;
        const seen = new Set(calls.flatMap(({ tool }) => tool!.files));
        expect([...seen]).toEqual(patchFiles(patch));
        for (const { tool } of calls) expect(tool!.files).toHaveLength(1);
      }),
    );
  });
});
