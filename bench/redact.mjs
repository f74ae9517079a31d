// Milliseconds to mask 64 KB and 1 MiB of typical tool output. Target: 1 MiB in 150 ms.
//   node bench/redact.mjs [--runs 7]
// With another checkout (a worktree with its node_modules), the ratio of processor time to that one, in interleaved pairs:
//   node bench/redact.mjs --against FOLDER [--runs 40]
import { readFileSync } from 'node:fs';
import { load, median, option } from './lib/load.mjs';

const against = option('against', null);
const runs = Number(option('runs', against === null ? '7' : '40'));
const code = "export { redactPayload } from '@hookloom/core/redact';";
const { redactPayload } = await load('redact', code);

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

function sample(line, size) {
  let text = '';
  for (let i = 0; text.length < size; i++) text += line === null ? minified : line(i);
  return text.slice(0, size);
}

if (against !== null) await compare(against);
else
  for (const size of [65_536, 1_048_576])
    for (const [name, line] of [...Object.entries(samples), ['minified', null]]) {
      const text = sample(line, size);
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

/** Payloads as clients send them: equal parts of tool output, prompts, and the two largest samples. */
async function compare(folder) {
  const other = await load('redact-against', code, folder);
  const shell = (i) =>
    `$ git log --oneline -${i % 9} && curl -s https://example.invalid/api/${i} | head\n`;
  const kinds = [samples.prose, samples.log, samples.code, shell];
  const output = kinds.map((line) => sample(line, 5_120)).join('\n');
  const prompts = Array.from({ length: 200 }, (_, at) => ({
    prompt: sample((i) => kinds[at % 4](i * 31 + at), 200),
  }));
  const payloads = {
    '20 KB of tool output': Array.from({ length: 10 }, () => ({
      tool_name: 'Bash',
      tool_response: { stdout: output, stderr: '' },
    })),
    '200 prompts of 200 bytes': prompts,
    '1 MiB of logs': [{ text: sample(samples.log, 1_048_576) }],
    '1 MiB of code': [{ text: sample(samples.code, 1_048_576) }],
    '1 MiB of near misses': [{ text: sample(samples['near misses'], 1_048_576) }],
  };
  const spent = (mask, list) => {
    const started = process.cpuUsage();
    for (const payload of list) mask(payload);
    const { user, system } = process.cpuUsage(started);
    return (user + system) / 1000;
  };
  for (const [name, list] of Object.entries(payloads)) {
    for (let warm = 0; warm < 5; warm++)
      for (const mask of [redactPayload, other.redactPayload]) spent(mask, list);
    const pairs = Array.from({ length: runs }, (_, run) => {
      // Each goes first half of the time.
      const first = run % 2 === 0 ? spent(redactPayload, list) : null;
      const theirs = spent(other.redactPayload, list);
      return [first ?? spent(redactPayload, list), theirs];
    });
    const [own, theirs] = [0, 1].map((at) => median(pairs.map((pair) => pair[at])));
    console.log(
      `${name.padEnd(26)} ${own.toFixed(2)} ms against ${theirs.toFixed(2)}, ratio ${median(pairs.map(([a, b]) => a / b)).toFixed(3)} (median of ${runs} pairs)`,
    );
  }
}
