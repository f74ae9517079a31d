import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { afterAll, beforeAll, expect, it } from 'vitest';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'hookloom-stdout-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

it('allows only protocol messages on standard output, whatever a dependency prints', async () => {
  const program = path.join(folder, 'program.mjs');
  await build({
    stdin: {
      resolveDir: path.resolve('packages/worker/src/mcp'),
      loader: 'ts',
      contents: `
        import { claimStdout } from './claim-stdout.ts';
        const claimed = claimStdout(process.stdout, process.stderr);
        console.log('a library says hello');
        console.info('and more');
        process.stdout.write('straight to the stream\\n');
        await claimed.write('{"jsonrpc":"2.0"}\\n');
        claimed.release();
        console.log('after the end');
      `,
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile: program,
  });
  const stdout = execFileSync(process.execPath, [program], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
    env: { PATH: process.env['PATH'] ?? '' },
  });
  expect(stdout).toBe('{"jsonrpc":"2.0"}\nafter the end\n');
});
