/** The sink for protocol messages: one call writes one complete line; rejects when the reader is gone. */
export interface MessageSink {
  write(line: string): Promise<void>;
}

export interface ClaimedStdout extends MessageSink {
  /** Releases standard output. */
  release(): void;
}

type Stream = Pick<NodeJS.WriteStream, 'write' | 'on' | 'off'>;

/**
 * Reserves standard output for the protocol: whatever a dependency prints from now on, by `console.log` or by
 * `process.stdout.write`, goes to standard error, because one stray line breaks the connection.
 */
export function claimStdout(stdout: Stream, stderr: Stream): ClaimedStdout {
  const real = stdout.write;
  stdout.write = stderr.write.bind(stderr);
  // The callback reports a closed reader to the writer. Without a listener, the error would end the process.
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
