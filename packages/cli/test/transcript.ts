/** Runs command lines in a workspace `shop`, and gives what they print without what differs on every run. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { byOperation } from '@hookloom/core/events';
import { openJsonlStore } from '@hookloom/log';
import { afterEach, beforeEach } from 'vitest';
import { freshFolder, type Folder } from './folder.ts';

export interface Workspace {
  folder(): Folder;
  transcript(lines: string): Promise<string>;
  note(title: string, more: object): Promise<void>;
  stable(text: string): string;
}

let folder: Folder;

/** Each test of the file has its own workspace. */
export function freshWorkspace(): Workspace {
  beforeEach(() => {
    folder = freshFolder();
    for (const below of ['home', 'state', 'shop', 'other', 'other-home'])
      fs.mkdirSync(path.join(folder.path, below));
    fs.chmodSync(path.join(folder.path, 'state'), 0o755);
    process.env['HOOKLOOM_STATE_DIR'] = `${folder.path}/state`;
  });
  afterEach(() => {
    delete process.env['HOOKLOOM_STATE_DIR'];
    folder.remove();
  });
  return { folder: () => folder, transcript, note, stable };
}

/** `other` is a folder on another machine. */
function environmentIn(cwd: string): Record<string, string> {
  const isOther = cwd === 'other';
  return {
    HOME: `${folder.path}/${isOther ? 'other-home' : 'home'}`,
    HOOKLOOM_STATE_DIR: `${folder.path}/${isOther ? 'other-home/state' : 'state'}`,
    RETRIEVAL_FUZZY: 'off',
    // Where nothing listens.
    HOOKLOOM_WORKER_PORT: '9',
    // Without the clients of this machine.
    PATH: '/usr/bin:/bin',
  };
}

/**
 * Runs each line. `$N` is the citation of event N, `@N` names it as a source, `#N` is the start of its hash, and `<` gives the rest as standard input.
 * `other>` runs it in the other folder, `!` with the admin token, as a person would, and `NAME=value` with this variable.
 */
async function transcript(lines: string): Promise<string> {
  const printed: string[] = [];
  for (const line of lines.trim().split(/\n\s*/)) {
    const [, cwd = 'shop', person, set, command, input = ''] =
      /^(?:(\w+)> )?(! )?((?:[A-Z_]+=\S* )*)(.*?)(?: < (.*))?$/.exec(line)!;
    const own = [...set!.matchAll(/(\w+)=(\S*)/g)].map(([, name, value]) => [name, value]);
    const env = { ...environmentIn(cwd), ...Object.fromEntries(own) };
    const words = [...command!.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) =>
      (quoted ?? bare)!
        .replace(/\$(\d+)/g, (_, seq) => `eventloom://shop-default/events/${seq}#${digits(seq)}`)
        .replace(/@(\d+)/g, (_, seq) => `${seq}:${digits(seq)}`)
        .replace(/^#(\d+)/, (_, seq) => digits(seq))
        .replace('@MACHINE', `@${os.hostname()}`),
    );
    const run = person === undefined ? folder.run : folder.asPerson;
    const { status, stdout, stderr } = await run(words, { env, cwd, input });
    printed.push(`$ hookloom ${line}`, stdout, stderr, status === 0 ? '' : `exit ${status}\n`);
  }
  return stable(printed.filter((text) => text !== '').join('\n'));
}

/** The start of an event's hash. */
function digits(seq: string): string {
  const log = folder.read('shop/.eventloom/shop-default.jsonl').split('\n');
  const { integrity } = JSON.parse(log[Number(seq) - 1]!) as { integrity: { hash: string } };
  return integrity.hash.slice('sha256:'.length, 'sha256:'.length + 12);
}

async function note(title: string, more: object): Promise<void> {
  const payload = { session_id: 'c1', title, made_by: 'rules', narrative: `${title}.`, ...more };
  const store = openJsonlStore({ dir: path.join(folder.path, 'shop/.eventloom') });
  const origin = { channel: 'tool' } as const;
  const event = byOperation({ type: 'note.recorded', actorId: 'hookloom-notes', payload, origin });
  await store.append('shop-default', [event]);
  await store.close();
}

/** Without times, hashes, sizes, scores and the places of this machine. */
function stable(text: string): string {
  return (
    text
      .replaceAll(folder.path, '/tmp')
      .replaceAll(`node=${process.execPath}`, 'node=NODE')
      .replaceAll(process.cwd(), '/hookloom')
      .replace(/\bann@(?!MACHINE|work)[\w.-]+/g, 'ann@MACHINE')
      .replace(
        /\d{4}-\d\d-\d\d(?:T[\d:.]+Z|T\d\d:\d\d(?!:)|(?: \d\d:\d\d(?![ap]m))?)|\b\d\d-\d\d \d\d:\d\d\b/g,
        'TIME',
      )
      .replace(
        /\b[A-Z][a-z]{2} \d{1,2}, \d{4}\b|\b\d{1,2}:\d\d(?:[ap](?![\da-f]{6})m? ?(?:UTC)?)/g,
        'TIME',
      )
      .replace(
        /(#|\bq|evt_|trust-|episode:|claim:|\b(?=[a-f]*\d))(?:[0-9a-f]{8,64}\b|[0-9a-f]+(?=…))/g,
        '$1HEX',
      )
      .replace(/\bat \d\d:\d\d\b/g, 'at TIME')
      // An agent may have started the tests.
      .replace(
        /(?<=has to be run by a person at a terminal\.) .*|(?<=the admin token), inside an agent/g,
        '',
      )
      .replace(/\b\d+ (?:ms\b|(?:s|min) ago\b)/g, 'TIME')
      .replace(/ *\b\d+(?:\.\d+)? [kMGT]?B\b(?: +\d+ files)?/g, ' SIZE')
      .replace(/\b\d+(?:\.\d+)+\b/g, 'N.N')
  );
}
