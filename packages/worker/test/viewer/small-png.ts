/** A screenshot with a palette of 256 colours instead of sixteen million: a third of the size, the same picture. */
import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOURS = 256;
const LEAST_DISTANCE = 60;

/** @param png 8 bits per channel, RGB or RGBA without transparency, not interlaced: Chromium's format. */
export function smallPng(png: Buffer): Buffer {
  const { width, height, channels, data } = decode(png);
  const pixels = width * height;
  const counts = new Map<number, number>();
  const colours = new Uint32Array(pixels);
  for (let at = 0; at < pixels; at++) {
    const from = at * channels;
    const colour = (data[from]! << 16) | (data[from + 1]! << 8) | data[from + 2]!;
    colours[at] = colour;
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const palette = paletteOf(counts);
  const indexes = new Map(palette.map((colour, at) => [colour, at]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let at = 0; at < pixels; at++) {
    const colour = colours[at]!;
    let index = indexes.get(colour);
    if (index === undefined) indexes.set(colour, (index = nearest(palette, colour)));
    rows[Math.floor(at / width) * (width + 1) + 1 + (at % width)] = index;
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  const table = Buffer.from(
    palette.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255]),
  );
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', head),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Frequent colours first, but none that is nearly another: a small red word keeps its red. */
function paletteOf(counts: ReadonlyMap<number, number>): number[] {
  const byCount = [...counts.entries()].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const palette: number[] = [];
  for (const colour of byCount) {
    if (palette.length === COLOURS) break;
    const isNew = palette.every((other) => distanceOf(colour, other) > LEAST_DISTANCE);
    if (isNew) palette.push(colour);
  }
  return palette;
}

function distanceOf(colour: number, other: number): number {
  const red = (colour >> 16) - (other >> 16);
  const green = ((colour >> 8) & 255) - ((other >> 8) & 255);
  const blue = (colour & 255) - (other & 255);
  return red * red + 2 * green * green + blue * blue;
}

function nearest(palette: number[], colour: number): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const [at, other] of palette.entries()) {
    const distance = distanceOf(colour, other);
    if (distance < least) [best, least] = [at, distance];
  }
  return best;
}

function chunk(type: string, data: Buffer): Buffer {
  const out = Buffer.alloc(12 + data.length);
  out.writeUInt32BE(data.length, 0);
  out.write(type, 4, 'latin1');
  data.copy(out, 8);
  out.writeUInt32BE(crc32(out.subarray(4, 8 + data.length)), 8 + data.length);
  return out;
}

function decode(png: Buffer): { width: number; height: number; channels: number; data: Buffer } {
  let at = SIGNATURE.length;
  let [width, height, channels] = [0, 0, 3];
  const parts: Buffer[] = [];
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') {
      width = body.readUInt32BE(0);
      height = body.readUInt32BE(4);
      channels = body[9] === 6 ? 4 : 3;
    } else if (type === 'IDAT') parts.push(body);
    at += 12 + length;
  }
  return {
    width,
    height,
    channels,
    data: unfilter(inflateSync(Buffer.concat(parts)), width * channels, height, channels),
  };
}

/** PNG specification, 9.2. */
function unfilter(raw: Buffer, stride: number, height: number, step: number): Buffer {
  const out = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (stride + 1)]!;
    for (let x = 0; x < stride; x++) {
      const at = y * stride + x;
      const left = x < step ? 0 : out[at - step]!;
      const up = y === 0 ? 0 : out[at - stride]!;
      const corner = x < step || y === 0 ? 0 : out[at - stride - step]!;
      out[at] = raw[y * (stride + 1) + 1 + x]! + predicted(filter, left, up, corner);
    }
  }
  return out;
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  return a <= b && a <= c ? left : b <= c ? up : corner;
}
