import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { MAX_LINE_BYTES } from '../envelope/parse.ts';

const NEWLINE = 0x0a;

/** Streams the lines of an archived segment without their newlines. Throws for any other file. */
export async function* readSegment(path: string): AsyncGenerator<Buffer> {
  const source = createReadStream(path);
  const plain = source.pipe(createGunzip());
  source.on('error', (error) => plain.destroy(error));
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of plain) {
      let bytes = Buffer.concat([rest, chunk as Buffer]);
      for (let end = bytes.indexOf(NEWLINE); end !== -1; end = bytes.indexOf(NEWLINE)) {
        yield bytes.subarray(0, end);
        bytes = bytes.subarray(end + 1);
      }
      if (bytes.length > MAX_LINE_BYTES) throw new RangeError('a line is too long');
      rest = bytes;
    }
    if (rest.length > 0) throw new RangeError('the last line has no end');
  } finally {
    source.destroy();
    plain.destroy();
  }
}
