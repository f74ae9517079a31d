/** Simulates a pooler between a client and PostgreSQL: the client gets another number for its session. */
import { connect, createServer, type AddressInfo } from 'node:net';

/** BackendKeyData, with its length, before the number of the process. */
const KEY_DATA = Buffer.from([0x4b, 0, 0, 0, 12]);

export async function startPooler(
  target: number,
): Promise<{ port: number; close(): Promise<void> }> {
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1');
    for (const side of [near, far]) side.on('error', () => side.destroy());
    near.pipe(far);
    let isStarting = true;
    far.on('data', (data) => {
      const at = isStarting ? data.indexOf(KEY_DATA) : -1;
      if (at >= 0) {
        isStarting = false;
        data.writeInt32BE(1, at + KEY_DATA.length);
      }
      near.write(data);
    });
    far.on('close', () => near.destroy());
    near.on('close', () => far.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
