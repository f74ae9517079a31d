// Runs the packaged sentence encoder in a separate thread, because it computes without a break. Plain CommonJS, because a
// thread starts from a file. It needs no runtime: the linear layers are one function of WebAssembly (kernel.wat) over whole
// numbers, and the rest is arithmetic, so that the same text has the same vector on every machine.
'use strict';
const { closeSync, fstatSync, openSync, readSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');

const KERNEL =
  'AGFzbQEAAAABLwZgAXsBe2ABewF9YAV/f39/fwBgCH9/f39/f39/AGACf38AYAl/f39/f39/f38AAggBAW0BbQIAAQMIBwABAQIDBAUHJAQHdG9XaG9sZQADBmF0dGVuZAAEBGdlbHUABQZsaW5lYXIABgrHEAfOAgECeyAA/QwAAK7CAACuwgAArsIAAK7C/esBIQAgAP0MO6q4PzuquD87qrg/O6q4P/3mAf1qIQEgACAB/QwAgDE/AIAxPwCAMT8AgDE//eYB/eUBIQIgAiAB/QyDgF45g4BeOYOAXjmDgF45/eYB/eQBIQIgAf34Af0MfwAAAH8AAAB/AAAAfwAAAP2uAUEX/asB/QwAAIA/AACAPwAAgD8AAIA/IAIgAiAC/eYB/QwAAAA/AAAAPwAAAD8AAAA/IAL9DKqqKj6qqio+qqoqPqqqKj4gAv0MwakqPcGpKj3BqSo9wakqPSAC/QwIiQg8CIkIPAiJCDwIiQg8IAL9DM5DtzrOQ7c6zkO3Os5DtzogAv0MZ2lQOWdpUDlnaVA5Z2lQOf3mAf3kAf3mAf3kAf3mAf3kAf3mAf3kAf3mAf3kAf3mAf3kAf3kAf3mAQsZACAA/R8AIAD9HwGSIAD9HwIgAP0fA5KSCxkAIAD9HwAgAP0fAZcgAP0fAiAA/R8Dl5cL3wEEA38BewF9AXsDQCAAIARBAnRqIQYgACEH/QwAAAAAAAAAAAAAAAAAAAAAIQgDQCAIIAf9AAQA/eAB/esBIQggB0EQaiEHIAcgBkkNAAsgCBACIQkgCUMAAAAAWwRAQwDg/0QhCQsgAiAJQwDg/0SVOAIAQwDg/0QgCZX9EyEKIAAhBwNAIAEgCiAH/QAEAP3mAf1q/fgBIAogB/0ABBD95gH9av34Af2FAf0LBAAgAUEQaiEBIAdBIGohByAHIAZJDQALIAYhACACQQRqIQIgBUEBaiEFIAUgA0kNAAsL5QMECn8BewJ9AXsgBkECdCEOIAdBAnQhDyAFQQJ0IRBDAACAPyAHs5GVIRQDQEEAIQkDQCAIIAkgDmxqIQtDAACA/yETQQAhCiABIAhqIQwDQP0MAAAAAAAAAAAAAAAAAAAAACESQQAhDQNAIBIgACALaiANav0ABAAgDCANav0ABAD95gH95AEhEiANQRBqIQ0gDSAPSQ0ACyAEIApqIBQgEhABlDgCACATIAQgCmoqAgCXIRMgDCAOaiEMIApBBGohCiAKIBBJDQALIAQgEGr9DAAAgP8AAID/AACA/wAAgP/9CwQAIBP9EyEV/QwAAAAAAAAAAAAAAAAAAAAAIRJBACERA0AgBCARaiAEIBFq/QAEACAV/eUBEAD9CwQAIBIgBCARav0ABAD95AEhEiARQRBqIREgESAQSQ0AC0MAAIA/IBIQAZX9EyEVQQAhDQNA/QwAAAAAAAAAAAAAAAAAAAAAIRIgAiAIaiANaiEMQQAhCgNAIBIgBCAKav0JAgAgDP0ABAD95gH95AEhEiAMIA5qIQwgCkEEaiEKIAogEEkNAAsgAyALaiANaiASIBX95gH9CwQAIA1BEGohDSANIA9JDQALIAlBAWohCSAJIAVJDQALIAggD2ohCCAIIA5JDQALC+0CAgF/A3sgACABQQJ0aiECA0AgAP0ABAAhAyAD/eAB/QzzBDU/8wQ1P/MENT/zBDU//eYBIQT9DAAAgD8AAIA/AACAPwAAgD/9DAAAgD8AAIA/AACAPwAAgD8gBP0MBbqnPgW6pz4Fuqc+BbqnPv3mAf3kAf3nASEFIAQgBP3mAf3hARAAIAX9DAZ5gj4GeYI+BnmCPgZ5gj4gBf0MjqmRvo6pkb6OqZG+jqmRviAF/Qzj8LU/4/C1P+PwtT/j8LU/IAX9DOMAur/jALq/4wC6v+MAur8gBf0MItyHPyLchz8i3Ic/ItyHP/3mAf3kAf3mAf3kAf3mAf3kAf3mAf3kAf3mAf3mASEFIAX9DAAAAD8AAAA/AAAAPwAAAD/95gEhBSAAIAMgBf0MAACAPwAAgD8AAIA/AACAPyAF/eUBIAP9DAAAAAAAAAAAAAAAAAAAAAD9Q/1S/eYB/QsEACAAQRBqIQAgACACSQ0ACwuJBQMHfwd7An0gB0EBdCEOQQAhCgJAA0AgCiAITw0BIAMgCkECdGoqAgAhFyAEIApBAnRqKgIAIRhBACEJAkADQCAJIAZPDQEgAiAKIAdsaiEMIAAgCSAObGohDf0MAAAAAAAAAAAAAAAAAAAAACET/QwAAAAAAAAAAAAAAAAAAAAAIRT9DAAAAAAAAAAAAAAAAAAAAAAhFf0MAAAAAAAAAAAAAAAAAAAAACEWQQAhCwNAIAwgC2r9AAQAIRAgEP2HASERIBD9iAEhEiATIBEgDf0ABAD9ugEgEiAN/QAEEP26Af2uAf2uASETIA0gDmohDyAUIBEgD/0ABAD9ugEgEiAP/QAEEP26Af2uAf2uASEUIA8gDmohDyAVIBEgD/0ABAD9ugEgEiAP/QAEEP26Af2uAf2uASEVIA8gDmohDyAWIBEgD/0ABAD9ugEgEiAP/QAEEP26Af2uAf2uASEWIA1BIGohDSALQRBqIQsgCyAHSQ0ACyAFIAkgCGwgCmpBAnRqIBggFyABIAlBAnRqKgIAlCAT/RsAIBP9GwFqIBP9GwIgE/0bA2pqspSSOAIAIAUgCUEBaiAIbCAKakECdGogGCAXIAEgCUEBakECdGoqAgCUIBT9GwAgFP0bAWogFP0bAiAU/RsDamqylJI4AgAgBSAJQQJqIAhsIApqQQJ0aiAYIBcgASAJQQJqQQJ0aioCAJQgFf0bACAV/RsBaiAV/RsCIBX9GwNqarKUkjgCACAFIAlBA2ogCGwgCmpBAnRqIBggFyABIAlBA2pBAnRqKgIAlCAW/RsAIBb9GwFqIBb9GwIgFv0bA2pqspSSOAIAIAlBBGohCQwACwsgCkEBaiEKDAALCws=';
const MAGIC = 'HLENC001';
const PAGE = 65_536;
const EPSILON = 1e-12;
/** The kernel takes rows four at a time. */
const STEP = 4;

/** Reads the file of scripts/make-encoder.mjs straight into the memory of the kernel. */
function open(file) {
  const fd = openSync(file, 'r');
  try {
    const { size } = fstatSync(fd);
    const start = Buffer.alloc(12);
    readSync(fd, start, 0, 12, 0);
    const length = start.readUInt32LE(8);
    if (start.toString('latin1', 0, 8) !== MAGIC || length > size)
      throw new Error('not an encoder');
    const text = Buffer.alloc(length);
    readSync(fd, text, 0, length, 12);
    const head = JSON.parse(text.toString('utf8'));
    const { width, inner, positions } = head;
    const from = 16 * Math.ceil((12 + length) / 16);
    const lengths = {
      x: width,
      q: width,
      k: width,
      v: width,
      sum: width,
      wide: inner,
      scales: 1,
      weights: 1,
    };
    const rows = positions + STEP;
    let end = 16 * Math.ceil((size - from) / 16);
    const places = {};
    for (const [name, columns] of Object.entries(lengths)) {
      places[name] = end;
      end += 16 * Math.ceil((rows * columns * 4) / 16);
    }
    places.whole = end;
    end += rows * inner * 2;
    const last = Math.max(...Object.values(head.index).map(([at, length]) => at + length));
    if (last > size - from) throw new Error('the file of the encoder is cut off');
    const memory = new WebAssembly.Memory({ initial: Math.ceil(end / PAGE) });
    const bytes = new Uint8Array(memory.buffer);
    for (let at = 0; at < size - from;) {
      const read = readSync(fd, bytes, at, size - from - at, from + at);
      if (read === 0) throw new Error('the file of the encoder is cut off');
      at += read;
    }
    const module = new WebAssembly.Module(Buffer.from(KERNEL, 'base64'));
    const kernel = new WebAssembly.Instance(module, { m: { m: memory } }).exports;
    return { head, memory, places, kernel };
  } finally {
    closeSync(fd);
  }
}

function encoderOf({ head, memory, places, kernel }) {
  const { width, inner, heads, layers, positions, index } = head;
  const { buffer } = memory;
  const at = (name) => index[name][0];
  const floats = (name) => new Float32Array(buffer, at(name), index[name][1]);
  const words = new Int8Array(buffer, at('words'), index.words[1]);
  const wordScales = floats('words.scale');
  const placed = floats('positions');
  const rows = positions + STEP;
  const view = (name, columns) => new Float32Array(buffer, places[name], rows * columns);
  const x = view('x', width);
  const sum = view('sum', width);
  const size = width / heads;

  /** Each row as whole numbers, the input of `layer`. */
  function toWhole(values, count, columns) {
    kernel.toWhole(values, places.whole, places.scales, count, columns);
  }

  /** The rows are those of the last `toWhole`. */
  function layer(name, out, count, columns, outputs) {
    const weight = at(name);
    kernel.linear(
      places.whole,
      places.scales,
      weight,
      at(`${name}.scale`),
      at(`${name}.bias`),
      out,
      count,
      columns,
      outputs,
    );
  }

  /** Adds `more` to `x`, and normalizes each row. */
  function addAndNormalize(name, more, count) {
    const weight = floats(`${name}.weight`);
    const bias = floats(`${name}.bias`);
    for (let row = 0; row < count; row++) {
      const start = row * width;
      let mean = 0;
      for (let i = 0; i < width; i++) {
        if (more !== null) x[start + i] += more[start + i];
        mean += x[start + i];
      }
      mean /= width;
      let squares = 0;
      for (let i = 0; i < width; i++) squares += (x[start + i] - mean) ** 2;
      const by = 1 / Math.sqrt(squares / width + EPSILON);
      for (let i = 0; i < width; i++)
        x[start + i] = (x[start + i] - mean) * by * weight[i] + bias[i];
    }
  }

  /** Vectors of the tokens, row by row. */
  return (ids) => {
    const count = Math.min(ids.length, positions);
    for (let row = 0; row < count; row++) {
      const word = ids[row] * width;
      const scale = wordScales[ids[row]];
      for (let i = 0; i < width; i++)
        x[row * width + i] = words[word + i] * scale + placed[row * width + i];
    }
    addAndNormalize('start', null, count);
    for (let n = 0; n < layers; n++) {
      toWhole(places.x, count, width);
      layer(`${n}.query`, places.q, count, width, width);
      layer(`${n}.key`, places.k, count, width, width);
      layer(`${n}.value`, places.v, count, width, width);
      kernel.attend(places.q, places.k, places.v, places.sum, places.weights, count, width, size);
      toWhole(places.sum, count, width);
      layer(`${n}.attended`, places.sum, count, width, width);
      addAndNormalize(`${n}.after`, sum, count);
      toWhole(places.x, count, width);
      layer(`${n}.inner`, places.wide, count, width, inner);
      kernel.gelu(places.wide, count * inner);
      toWhole(places.wide, count, inner);
      layer(`${n}.outer`, places.sum, count, inner, width);
      addAndNormalize(`${n}.end`, sum, count);
    }
    return x.subarray(0, count * width);
  };
}

function run(encode, width, { input_ids: { data, dims }, attention_mask: mask }) {
  const [rows, tokens] = dims;
  const out = new Float32Array(rows * tokens * width);
  for (let row = 0; row < rows; row++) {
    const from = row * tokens;
    const ids = [];
    for (let i = from; i < from + tokens && mask.data[i] === 1n; i++) ids.push(Number(data[i]));
    out.set(encode(ids), from * width);
  }
  return { last_hidden_state: { data: out, dims: [rows, tokens, width] } };
}

const reasonOf = (error) => String(error?.message ?? error);

try {
  const opened = open(workerData.model);
  const encode = encoderOf(opened);
  parentPort.on('message', ({ id, inputs }) => {
    try {
      parentPort.postMessage({ id, outputs: run(encode, opened.head.width, inputs) });
    } catch (error) {
      parentPort.postMessage({ id, failure: reasonOf(error) });
    }
  });
  parentPort.postMessage({ inputNames: ['input_ids', 'attention_mask'] });
} catch (error) {
  parentPort.postMessage({ failure: reasonOf(error) });
  process.exit(1);
}
