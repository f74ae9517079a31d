// Milliseconds to mask 64 KB and 1 MiB of typical tool output. Target: 1 MiB in 150 ms.
//   node bench/redact.mjs [--runs 7]
import { readFileSync } from 'node:fs';
import { load, median, option } from './lib/load.mjs';

const runs = Number(option('runs', '7'));
const { redactPayload } = await load(
  'redact',
  "export { redactPayload } from '@hookloom/core/redact/index';",
);

const words =
  'the build failed because module could not resolve import while reading configuration from disk and'.split(
    ' ',
  );
const samples = {
  prose: (i) => `${words[i % words.length]} ${words[(i * 7) % words.length]} `,
  log: (i) =>
    `2026-11-21T05:${String(i % 60).padStart(2, '0')}:00Z INFO request=${(i * 2654435761).toString(16)} path=/api/v1/items/${i} status=200 ms=${i % 90}\n`,
  code: (i) =>
    `  const value${i} = this.tokens[index].key; if (a === b) return parse(bar, "baz", ${i});\n`,
  'near misses': (i) =>
    `token key: secret sk-${i} ghp_ password = x, auth_key=: cookie: bearer of ${i}\n`,
};
const minified = readFileSync('node_modules/esbuild/lib/main.js', 'utf8').replace(/\s+/g, ' ');

for (const size of [65_536, 1_048_576]) {
  for (const [name, line] of [...Object.entries(samples), ['minified', null]]) {
    let text = '';
    for (let i = 0; text.length < size; i++) text += line === null ? minified : line(i);
    text = text.slice(0, size);
    redactPayload({ text: text.slice(0, 10_000) });
    const times = [];
    for (let run = 0; run < runs; run++) {
      const started = performance.now();
      redactPayload({ text });
      times.push(performance.now() - started);
    }
    console.log(
      `redact ${String(size / 1024).padStart(4)} KB ${name.padEnd(12)} ${median(times).toFixed(1)} ms (median of ${runs})`,
    );
  }
}
