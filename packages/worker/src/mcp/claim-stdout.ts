/** Where protocol messages go: one call writes one whole line; rejects when nobody reads any more. */
export interface MessageSink {
  write(line: string): Promise<void>;
}

export interface ClaimedStdout extends MessageSink {
  /** Gives standard output back. */
  release(): void;
}

type Stream = Pick<NodeJS.WriteStream, 'write' | 'on' | 'off'>;

/**
 * Takes standard output for the protocol: whatever a dependency prints from now on, by `console.log` or by
 * `process.stdout.write`, goes to standard error, because one stray line breaks the connection.
 */
export function claimStdout(stdout: Stream, stderr: Stream): ClaimedStdout {
  const real = stdout.write;
  stdout.write = stderr.write.bind(stderr);
  // A reader that has gone is told to the writer by the callback; without a listener it would end the process.
  const swallow = () => {};
  stdout.on('error', swallow);
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        real.call(stdout, line, 'utf8', (error) => (error ? reject(error) : resolve()));
      }),
    release() {
      stdout.write = real;
      stdout.off('error', swallow);
    },
  };
}
