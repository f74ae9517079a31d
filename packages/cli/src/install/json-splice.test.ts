import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { expect, test } from 'vitest';
import { addElement, addProperty, parseObject, propertyOf, removeSplice } from './json-splice.ts';

const FILES = [
  '{}',
  '{ }',
  '{\n}\n',
  '{"a":1}',
  '{"a":1,}',
  '// mine\n{\n    "a": [1, 2], // why\n    /* keep */ "b": {}\n}\n',
  '{\r\n\t"a": true\r\n}\r\n',
];

test.each(FILES)(
  'adds a property to %j and removes it again without changing another byte',
  (file) => {
    const edited = addProperty(file, parseObject(file, 'f.json'), 'hooks', { Stop: [{ x: 1 }] });
    expect(parse(edited.text)).toEqual({ ...parse(file), hooks: { Stop: [{ x: 1 }] } });
    expect(removeSplice(edited.text, edited.splice)).toBe(file);
  },
);

test('adds an element to an array with comments and a trailing comma', () => {
  const file = '{\n  "list": [\n    "a", // first\n    "b",\n  ]\n}\n';
  const edited = addElement(file, propertyOf(parseObject(file, 'f.json'), 'list')!, { c: 1 });
  expect(parse(edited.text)).toEqual({ list: ['a', 'b', { c: 1 }] });
  expect(removeSplice(edited.text, edited.splice)).toBe(file);
});

test('adds a property to any JSON object and restores its bytes', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(4), (object, spaces) => {
      delete object['__hooks'];
      const file = JSON.stringify(object, null, spaces);
      const edited = addProperty(file, parseObject(file, 'f.json'), '__hooks', [1]);
      // Another parser than the engine's own, which in rare runs read the key `"` as `\\`.
      expect(parse(edited.text)).toEqual({ ...(parse(file) as object), __hooks: [1] });
      expect(removeSplice(edited.text, edited.splice)).toBe(file);
    }),
  );
});

test('removes the addition even if the user changed the text around it', () => {
  const file = '{\n  "a": 1\n}\n';
  const edited = addProperty(file, parseObject(file, 'f.json'), 'b', 2);
  const changed = edited.text.replace('"a": 1', '"a": 1000, "z": []');
  expect(removeSplice(changed, edited.splice)).toBe('{\n  "a": 1000, "z": []\n}\n');
});

test('refuses by name a file that is not an object', () => {
  expect(() => parseObject('[1]', 'settings.json')).toThrow('settings.json is not a JSON object');
  expect(() => parseObject('{"a":', 'settings.json')).toThrow('settings.json is not a JSON object');
});
