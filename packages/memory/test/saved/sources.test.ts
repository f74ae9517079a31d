/**
 * What becomes of files of code and documents. After a change that you intend, `npx vitest run packages/memory/test/saved --update` saves the new form: read the difference.
 */
import { expect, test } from 'vitest';
import { isDocument, languageOf } from '../../src/sources/languages.ts';
import { createResolver } from '../../src/sources/resolve-module.ts';
import { codeEvents, documentEvents } from '../../src/sources/source-events.ts';

const FILES: Readonly<Record<string, string>> = {
  'src/store.ts':
    '/** Opens the store. */\nimport fs from "node:fs";\nimport { connect } from "./link.ts";\n\n/** A store. */\nexport class Store {\n  open() {\n    return connect(this);\n  }\n}\n\nexport const openStore = (file: string) => new Store();\nexport async function close(store: Store): Promise<void> {\n  openStore(store.path);\n}\ninterface Hidden {\n  a: string;\n}\n',
  'src/link.ts': 'export function connect(store) {\n  return store;\n}\n',
  'src/store.test.ts':
    "import { openStore } from './store.ts';\nimport { connect } from '../src/link';\ntest('opens', () => openStore('a'));\n",
  'app/main.py':
    '"""Starts the app."""\nfrom .views import show\nimport app.models\nimport os\n\nclass Main:\n    """The program."""\n    def run(self):\n        return show()\n\nasync def start():\n    Main().run()\n',
  'app/views.py': 'def show():\n    pass\n',
  'app/models.py': 'X = 1\n',
  'cmd/main.go':
    '// Command main.\npackage main\n\nimport "fmt"\n\n// Run runs.\nfunc Run() {\n\tfmt.Println(help())\n}\n\nfunc help() string { return "" }\n\ntype Options struct {\n\tName string\n}\n',
  'src/lib.rs':
    '//! A library.\nmod parse;\nuse crate::parse::Parser;\n\n/// Adds.\npub fn add(a: i32) -> i32 {\n    helper(a)\n}\nfn helper(a: i32) -> i32 { a }\npub struct Point { x: i32 }\nimpl Point { fn x(&self) {} }\n',
  'run.sh': '#!/bin/sh\n# Runs it.\nsource ./lib.sh\nstart() {\n  helper\n}\nhelper() { :; }\n',
  'lib.sh': 'x=1\n',
  'Main.java':
    'package a;\nimport a.b.Other;\n/** Main. */\npublic class Main {\n  public static void main(String[] args) {\n    help();\n  }\n  static void help() {}\n}\n',
  'app.rb':
    "require_relative './lib'\nclass App\n  def run\n    help\n  end\n  def help; end\nend\n",
  'lib.rb': 'module Lib\nend\n',
  'docs/guide.md':
    '# Guide\n\nStart here.\n\n## Install\n\nRun npm ci.\n\n```sh\nnpm ci\n```\n\n## Use\n\nOne.\nTwo.\nThree.\nFour.\n\n### Detail\n\nMore.\n',
  'data.json': '{}',
  LICENSE: 'Apache',
};

test('files of code and documents become the saved events', async () => {
  const resolve = createResolver(new Set(Object.keys(FILES)));
  const events = Object.entries(FILES).flatMap(([file, text]) => {
    const source = { path: file, text, blob: 'sha256:b' };
    const language = languageOf(file);
    return [
      `# ${file} ${language?.name ?? 'no language'} ${isDocument(file)}`,
      ...(language === null ? [] : codeEvents(source, { language, resolve, hash: () => 'h' })),
      ...(isDocument(file) ? [4, 12].flatMap((most) => documentEvents(source, most)) : []),
    ];
  });
  const modules = [
    './link',
    './link.js',
    '../app/views.py',
    '..',
    '.views',
    '..models',
    'app.models',
    '../../out',
    'src/link',
    'fs',
    './none',
  ];
  for (const from of ['src/store.ts', 'app/main.py'])
    for (const module of modules) events.push(`${from} ${module}: ${resolve(from, module)}`);
  const lines = events.map((each) => (typeof each === 'string' ? each : JSON.stringify(each)));
  await expect(lines.join('\n')).toMatchFileSnapshot('events-of-files.txt');
});
