// Runs the packaged sentence encoder in a separate thread, because it computes without a break. Plain CommonJS, because a
// thread starts from a file. It needs no runtime: the linear layers are one function of WebAssembly (kernel.wat) over whole
// numbers, and the rest is arithmetic, so that the same text has the same vector on every machine.
'use strict';
const { closeSync, fstatSync, openSync, readSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');

const KERNEL =
  'AGFzbQEAAAABDQFgCX9/f39/f39/fwACCAEBbQFtAgABAwIBAAcKAQZsaW5lYXIAAAqMBQGJBQMHfwd7An0gB0EBdCEOQQAhCgJAA0AgCiAITw0BIAMgCkECdGoqAgAhFyAEIApBAnRqKgIAIRhBACEJAkADQCAJIAZPDQEgAiAKIAdsaiEMIAAgCSAObGohDf0MAAAAAAAAAAAAAAAAAAAAACET/QwAAAAAAAAAAAAAAAAAAAAAIRT9DAAAAAAAAAAAAAAAAAAAAAAhFf0MAAAAAAAAAAAAAAAAAAAAACEWQQAhCwNAIAwgC2r9AAQAIRAgEP2HASERIBD9iAEhEiATIBEgDf0ABAD9ugEgEiAN/QAEEP26Af2uAf2uASETIA0gDmohDyAUIBEgD/0ABAD9ugEgEiAP/QAEEP26Af2uAf2uASEUIA8gDmohDyAVIBEgD/0ABAD9ugEgEiAP/QAEEP26Af2uAf2uASEVIA8gDmohDyAWIBEgD/0ABAD9ugEgEiAP/QAEEP26Af2uAf2uASEWIA1BIGohDSALQRBqIQsgCyAHSQ0ACyAFIAkgCGwgCmpBAnRqIBggFyABIAlBAnRqKgIAlCAT/RsAIBP9GwFqIBP9GwIgE/0bA2pqspSSOAIAIAUgCUEBaiAIbCAKakECdGogGCAXIAEgCUEBakECdGoqAgCUIBT9GwAgFP0bAWogFP0bAiAU/RsDamqylJI4AgAgBSAJQQJqIAhsIApqQQJ0aiAYIBcgASAJQQJqQQJ0aioCAJQgFf0bACAV/RsBaiAV/RsCIBX9GwNqarKUkjgCACAFIAlBA2ogCGwgCmpBAnRqIBggFyABIAlBA2pBAnRqKgIAlCAW/RsAIBb9GwFqIBb9GwIgFv0bA2pqspSSOAIAIAlBBGohCQwACwsgCkEBaiEKDAALCws=';
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
    const lengths = { x: width, q: width, k: width, v: width, sum: width, wide: inner, scales: 1 };
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
    const { linear } = new WebAssembly.Instance(module, { m: { m: memory } }).exports;
    return { head, memory, places, linear };
  } finally {
    closeSync(fd);
  }
}

function encoderOf({ head, memory, places, linear }) {
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
  const q = view('q', width);
  const k = view('k', width);
  const v = view('v', width);
  const sum = view('sum', width);
  const wide = view('wide', inner);
  const scales = view('scales', 1);
  const whole = new Int16Array(buffer, places.whole, rows * inner);
  const size = width / heads;
  const weights = new Float32Array(rows);
  const gelu = geluTable();

  /** Each row as whole numbers up to 2,047: a sum of 1,536 products with bytes stays below 2^31. */
  function toWhole(values, count, columns) {
    for (let row = 0; row < count; row++) {
      const start = row * columns;
      let most = 0;
      for (let i = start; i < start + columns; i++) {
        const size = Math.abs(values[i]);
        if (size > most) most = size;
      }
      const scale = most / 2047 || 1;
      scales[row] = scale;
      for (let i = start; i < start + columns; i++) whole[i] = Math.round(values[i] / scale);
    }
  }

  /** The rows are those of the last `toWhole`. */
  function layer(name, out, count, columns, outputs) {
    const weight = at(name);
    linear(
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

  /** Into `sum`, from `q`, `k` and `v`. */
  function attend(count) {
    const by = 1 / Math.sqrt(size);
    for (let head = 0; head < heads; head++) {
      const column = head * size;
      for (let row = 0; row < count; row++) {
        const from = row * width + column;
        let most = -Infinity;
        for (let other = 0; other < count; other++) {
          const to = other * width + column;
          let product = 0;
          for (let i = 0; i < size; i++) product += q[from + i] * k[to + i];
          weights[other] = product * by;
          if (weights[other] > most) most = weights[other];
        }
        let total = 0;
        for (let other = 0; other < count; other++)
          total += weights[other] = Math.exp(weights[other] - most);
        for (let i = 0; i < size; i++) sum[from + i] = 0;
        for (let other = 0; other < count; other++) {
          const share = weights[other] / total;
          const to = other * width + column;
          for (let i = 0; i < size; i++) sum[from + i] += share * v[to + i];
        }
      }
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
      toWhole(x, count, width);
      layer(`${n}.query`, places.q, count, width, width);
      layer(`${n}.key`, places.k, count, width, width);
      layer(`${n}.value`, places.v, count, width, width);
      attend(count);
      toWhole(sum, count, width);
      layer(`${n}.attended`, places.sum, count, width, width);
      addAndNormalize(`${n}.after`, sum, count);
      toWhole(x, count, width);
      layer(`${n}.inner`, places.wide, count, width, inner);
      for (let i = 0; i < count * inner; i++) wide[i] = gelu(wide[i]);
      toWhole(wide, count, inner);
      layer(`${n}.outer`, places.sum, count, inner, width);
      addAndNormalize(`${n}.end`, sum, count);
    }
    return x.subarray(0, count * width);
  };
}

/** The activation x·Φ(x), by linear interpolation; the error stays below 1e-6. */
function geluTable() {
  const RANGE = 6;
  const STEPS = 4096;
  const table = new Float64Array(2 * RANGE * STEPS + 2);
  for (let i = 0; i < table.length; i++) table[i] = gelu(i / STEPS - RANGE);
  return (value) => {
    if (value <= -RANGE) return 0;
    if (value >= RANGE) return value;
    const place = (value + RANGE) * STEPS;
    const i = Math.floor(place);
    return table[i] + (place - i) * (table[i + 1] - table[i]);
  };
}

/** With the approximation 7.1.26 of the error function by Abramowitz and Stegun. */
function gelu(value) {
  const z = Math.abs(value) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * z);
  const series =
    t *
    (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
  const erf = 1 - series * Math.exp(-z * z);
  return (value * (1 + Math.sign(value) * erf)) / 2;
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
