// Runs the model in a separate thread, because the native runtime blocks its thread while it computes. Plain CommonJS,
// because a thread starts from a file. Copied beside the bundle and loaded by open-session.ts.
'use strict';
const { readFileSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');

const { runtime, model } = workerData;
const isNative = runtime.package === 'onnxruntime-node';

async function open() {
  const { InferenceSession, Tensor, env } = require(runtime.file);
  if (!isNative && env?.wasm) env.wasm.numThreads = 1;
  const session = await InferenceSession.create(isNative ? model : readFileSync(model), {
    executionProviders: [isNative ? 'cpu' : 'wasm'],
    intraOpNumThreads: isNative ? 2 : 1,
    interOpNumThreads: 1,
    logSeverityLevel: 3,
  });
  return { session, Tensor };
}

async function run({ session, Tensor }, inputs) {
  const feeds = {};
  for (const [name, { data, dims }] of Object.entries(inputs))
    feeds[name] = new Tensor('int64', data, dims);
  const outputs = {};
  for (const [name, tensor] of Object.entries(await session.run(feeds)))
    if (tensor.type === 'float32') outputs[name] = { data: tensor.data, dims: [...tensor.dims] };
  return outputs;
}

const reasonOf = (error) => String(error?.message ?? error);

open().then(
  (opened) => {
    // One run after the other: a session does not support concurrent runs.
    let last = Promise.resolve();
    parentPort.on('message', ({ id, inputs }) => {
      last = last.then(async () => {
        try {
          parentPort.postMessage({ id, outputs: await run(opened, inputs) });
        } catch (error) {
          parentPort.postMessage({ id, failure: reasonOf(error) });
        }
      });
    });
    parentPort.postMessage({ inputNames: [...opened.session.inputNames] });
  },
  (error) => {
    parentPort.postMessage({ failure: reasonOf(error) });
    process.exit(1);
  },
);
