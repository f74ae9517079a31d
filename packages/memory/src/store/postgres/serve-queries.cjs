/**
 * Runs statements in a thread whose starter waits for the answers. A batch is sent as a whole: the server answers its
 * statements one after the other, without a round trip for each.
 */
const { parentPort, workerData } = require('node:worker_threads');

/**
 * @param connect Opens the connection: `query(text, values, name)` resolves to `{ rows, changes }`, `exec(text)` runs several
 * statements, `end()` closes it.
 */
module.exports = function serveQueries(connect) {
  const { port, signal } = workerData;
  const answered = new Int32Array(signal);
  let client = null;
  let turn = Promise.resolve();

  port.on('message', (batch) => {
    turn = turn.then(() => run(batch));
  });
  parentPort.on('message', ({ id, ask }) => void answer(id, ask));

  async function answer(id, ask) {
    try {
      await asked[ask]();
      parentPort.postMessage({ id });
    } catch (error) {
      parentPort.postMessage({ id, failure: told(error) });
    }
  }

  const asked = {
    async open() {
      client = await connect(workerData);
    },
    async close() {
      const closing = client;
      client = null;
      await closing?.end();
    },
  };

  async function run({ id, steps }) {
    const answer = { id, rows: [], changes: [], failure: null };
    try {
      if (client === null) throw Object.assign(new Error('closed'), { code: 'ECONNRESET' });
      const results = await Promise.allSettled(
        steps.map(({ text, values, name }) =>
          values === undefined ? client.exec(text) : client.query(text, values, name),
        ),
      );
      const failed = results.find(({ status }) => status === 'rejected');
      if (failed !== undefined) throw failed.reason;
      answer.changes = results.map(({ value }) => value.changes);
      answer.rows = results.at(-1).value.rows;
    } catch (error) {
      answer.failure = told(error);
    }
    port.postMessage(answer);
    Atomics.add(answered, 0, 1);
    Atomics.notify(answered, 0);
  }
};

function told(error) {
  return { code: String(error?.code ?? ''), message: String(error?.message ?? error) };
}
