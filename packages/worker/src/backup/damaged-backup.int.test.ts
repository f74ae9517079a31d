import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import zlib from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  append,
  backup,
  base,
  dirOf,
  everything,
  file,
  restore,
  S,
  stateDir,
  useState,
  withBackups,
} from './backup.fixture.ts';
import { writeTar } from './tar.ts';

withBackups();

describe('a backup that is damaged or malicious', () => {
  let whole: Buffer;
  beforeEach(async () => {
    append('shop', 'Invoices are numbered per year');
    await backup('shop');
    whole = fs.readFileSync(file);
    useState('other-state');
  });

  async function expectRefused(bytes: Buffer): Promise<void> {
    fs.writeFileSync(file, bytes);
    const state = fs.readdirSync(stateDir);
    await expect(restore('victim')).rejects.toMatchObject({ code: 'corrupt' });
    expect(everything('victim')).toEqual({});
    expect(fs.readdirSync(stateDir)).toEqual(state);
  }

  /** The archive with changed bytes and corrected header sums. */
  function changed(change: (tar: Buffer) => Buffer): Buffer {
    return zlib.gzipSync(change(zlib.gunzipSync(whole)));
  }

  function withHeader(change: (header: Buffer) => void): Buffer {
    return changed((tar) => {
      const header = tar.subarray(0, 512);
      change(header);
      header.fill(' ', 148, 156);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148, 'latin1');
      return tar;
    });
  }

  it('is refused if it was truncated anywhere', async () => {
    for (const part of [0, 0.1, 0.5, 0.9, 0.99])
      await expectRefused(whole.subarray(0, Math.floor(whole.length * part)));
    const tar = zlib.gunzipSync(whole);
    for (let end = 0; end < tar.length - 1024; end += 512)
      await expectRefused(zlib.gzipSync(tar.subarray(0, end)));
  });

  it('is refused with any changed byte of a log', async () => {
    const size = zlib.gunzipSync(whole).indexOf('manifest.json');
    for (let at = 512; at < size - 512; at += 61)
      await expectRefused(changed((tar) => (tar.fill(tar[at]! ^ 1, at, at + 1), tar)));
  });

  it('is refused with a name that points elsewhere, and with links and folders', async () => {
    for (const name of ['../../evil.jsonl', '/etc/evil', 'projects/1/logs/../../x.jsonl'])
      await expectRefused(withHeader((header) => (header.fill(0, 0, 100), header.write(name))));
    for (const type of ['1', '2', '3', '5', 'x', 'L'])
      await expectRefused(withHeader((header) => header.write(type, 156)));
  });

  it('is refused when it becomes far too large', async () => {
    const zeros = Buffer.alloc(200 * 1024 * 1024);
    const fd = fs.openSync(path.join(base, 'bomb'), 'w');
    const tar = writeTar(fd);
    tar.file('projects/1/logs/a.jsonl', zeros.length, [zeros]);
    tar.end();
    fs.closeSync(fd);
    await expectRefused(fs.readFileSync(path.join(base, 'bomb')));
  });

  it('is refused if its log is not the one that the chain allows', async () => {
    const line = fs.readFileSync(path.join(dirOf('shop'), `${S}.jsonl`), 'utf8');
    const forged = Buffer.from(line.replace('per year', 'per life'));
    const [one] = JSON.parse(manifestText()).projects[0].logs;
    const text = manifestText().replace(
      one.sha256,
      createHash('sha256').update(forged).digest('hex'),
    );
    const fd = fs.openSync(path.join(base, 'forged'), 'w');
    const tar = writeTar(fd);
    tar.file(one.name, forged.length, [forged]);
    tar.file('manifest.json', Buffer.byteLength(text), [Buffer.from(text)]);
    tar.end();
    fs.closeSync(fd);
    await expectRefused(fs.readFileSync(path.join(base, 'forged')));
  });

  function manifestText(): string {
    const tar = zlib.gunzipSync(whole);
    const at = tar.indexOf('manifest.json');
    const size = Number.parseInt(tar.toString('latin1', at + 124, at + 135), 8);
    return tar.toString('utf8', at + 512, at + 512 + size);
  }

  it('does not write through a link in place of the logs', async () => {
    fs.writeFileSync(file, whole);
    fs.mkdirSync(path.join(base, 'victim'));
    fs.mkdirSync(path.join(base, 'outside'));
    fs.symlinkSync(path.join(base, 'outside'), dirOf('victim'));
    await expect(restore('victim', { force: true })).rejects.toMatchObject({
      code: 'permission_denied',
    });
    expect(fs.readdirSync(path.join(base, 'outside'))).toEqual([]);
  });
});
