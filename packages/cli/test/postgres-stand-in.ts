/** A server with just enough of PostgreSQL's protocol to tell a client that something is wrong. */
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

export interface StandInAnswer {
  /** For each query. Absent: an error, or no answer. */
  row?: Record<string, string>;
  /** Instead of letting the client in. */
  error?: { code: string; message: string; routine?: string };
  isSilent?: boolean;
  /** Sent immediately, as a server of another protocol does. */
  text?: string;
}

export interface StandIn {
  port: number;
  /** Number of connections so far. */
  count(): number;
  close(): void;
}

export async function startStandIn(answer: StandInAnswer): Promise<StandIn> {
  const sockets = new Set<Socket>();
  let count = 0;
  const server = createServer((socket) => {
    count++;
    sockets.add(socket);
    socket.on('error', () => {});
    if (answer.text !== undefined) socket.end(answer.text);
    let isIn = false;
    socket.on('data', (data) => {
      if (answer.isSilent === true || answer.text !== undefined) return;
      // A client that asks for TLS sends eight bytes first.
      if (data.length === 8) return void socket.write('N');
      if (isIn && data[0] === 0x58) return void socket.end();
      if (!isIn && answer.error === undefined) {
        isIn = true;
        return void socket.write(
          Buffer.concat([message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))]),
        );
      }
      const { error, row = {} } = answer;
      socket.write(error === undefined ? rowOf(row) : message('E', fieldsOf(error)));
      if (error !== undefined) socket.end();
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    count: () => count,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

function message(kind: string, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.write(kind);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

function rowOf(row: Record<string, string>): Buffer {
  const short = (value: number): Buffer => {
    const bytes = Buffer.alloc(2);
    bytes.writeInt16BE(value);
    return bytes;
  };
  const long = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32BE(value);
    return bytes;
  };
  const columns = Object.keys(row).map((name) =>
    // Table, column, type text, length, modifier, format.
    Buffer.concat([
      Buffer.from(`${name}\0`),
      long(0),
      short(0),
      long(25),
      short(-1),
      long(-1),
      short(0),
    ]),
  );
  const values = Object.values(row).map((value) =>
    Buffer.concat([long(Buffer.byteLength(value)), Buffer.from(value)]),
  );
  return Buffer.concat([
    message('T', Buffer.concat([short(columns.length), ...columns])),
    message('D', Buffer.concat([short(values.length), ...values])),
    message('C', Buffer.from('SELECT 1\0')),
    message('Z', Buffer.from('I')),
  ]);
}

function fieldsOf({ code, message: text, routine = 'x' }: NonNullable<StandInAnswer['error']>) {
  return Buffer.from(`SFATAL\0VFATAL\0C${code}\0M${text}\0R${routine}\0\0`);
}
