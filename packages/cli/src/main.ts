/** The entry of the built command: everything but the hook path, which `bin/hookloom.cjs` answers by itself. */
import { createOutput } from './output/output.ts';
import { VERSION } from './version.ts';

async function main(argv: string[]): Promise<number> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    process.stdout.write(`${VERSION}\n`);
    return 0;
  }
  const out = await createOutput(process.stdout, process.stderr, process.env);
  const { runCommandLine } = await import('./run-command-line.ts');
  return runCommandLine(argv, {
    cwd: process.cwd(),
    env: process.env,
    out,
    stdin: process.stdin,
    isInteractive: [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY),
    now: Date.now,
  });
}

// A reader that has seen enough (`| head`) is no failure.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await main(process.argv.slice(2));
