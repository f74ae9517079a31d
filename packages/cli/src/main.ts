/** The entry point of the built command. `bin/hookloom.cjs` handles hooks itself. */

/** Set by the build. `--version` loads only this file. */
declare const HOOKLOOM_VERSION: string;

async function main(argv: string[]): Promise<number> {
  if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
    process.stdout.write(`${HOOKLOOM_VERSION}\n`);
    return 0;
  }
  const { createOutput } = await import('./output/output.ts');
  const out = await createOutput(process.stdout, process.stderr, process.env);
  const { runCommandLine } = await import('./run-command-line.ts');
  const { findCommand, loadAllCommands } = await import('./commands/index.ts');
  const context = {
    cwd: process.cwd(),
    env: process.env,
    out,
    stdin: process.stdin,
    isInteractive: [process.stdin, process.stdout, process.stderr].some((stream) => stream.isTTY),
    now: Date.now,
  };
  return runCommandLine(argv, context, { findCommand, loadAllCommands });
}

// A reader that closes early (`| head`) is not an error.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') process.exit(0);
  throw error;
});
process.exitCode = await main(process.argv.slice(2));
