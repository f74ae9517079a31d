#!/usr/bin/env node
'use strict';
// The hook path loads one small file and what the event needs beside it; every other command loads the command line.
const [major, minor] = process.versions.node.split('.').map(Number);
const [, , command, next] = process.argv;
const isHook =
  (command === 'hook' || command === 'hook-event') && next !== '--help' && next !== '-h';

if (major < 20 || (major === 20 && minor < 19)) {
  stop(`Hookloom needs Node 20.19 or newer; this is Node ${process.versions.node}.`);
} else if (isHook) {
  run(() => require('../dist/hook.cjs'));
} else {
  import('../dist/cli.mjs')
    .then(({ main }) => main(process.argv.slice(2)))
    .then((status) => (process.exitCode = status))
    .catch(explain);
}

function run(load) {
  try {
    load();
  } catch (error) {
    explain(error);
  }
}

function explain(error) {
  const code = error && error.code;
  const isMissing = code === 'MODULE_NOT_FOUND' || code === 'ERR_MODULE_NOT_FOUND';
  if (isMissing) stop('Hookloom is not built yet: run `npm run build`.');
  else if (isHook) stop(`The hook could not be loaded: ${error && error.message}`);
  else throw error;
}

/** Whatever is wrong with us, a client's hook goes on; a script that records with `hook-event` is told. */
function stop(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = isHook && command === 'hook' ? 0 : 1;
}
