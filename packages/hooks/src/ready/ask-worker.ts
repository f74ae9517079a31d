/**
 * Asks the running worker, which has the sentence encoder, for the prepared lines that answer a question. Uses files of
 * the private state folder, because loading sockets costs a hook more.
 */
import fs from 'node:fs';
import { isJsonObject } from '@hookloom/core';

/** A question and the file with the lines, by its path. */
export interface PromptQuestion {
  ready: string;
  prompt: string;
}

const WITHIN_MS = 400;
const STEP_MS = 15;
const MAX_CHARS = 2_000;

/** Requests and answers, which are deleted when they are read. */
export function questionsFolder(stateDir: string): string {
  return `${stateDir}/asked`;
}

/** Numbers of events, best first; null if the worker does not answer in time. */
export function askWorker(stateDir: string, { ready, prompt }: PromptQuestion): number[] | null {
  const folder = questionsFolder(stateDir);
  if (!fs.existsSync(folder)) return null;
  const file = `${folder}/${process.pid}-${Date.now()}`;
  const asked: PromptQuestion = { ready, prompt: prompt.slice(0, MAX_CHARS).toWellFormed() };
  try {
    fs.writeFileSync(`${file}.tmp`, JSON.stringify(asked), { mode: 0o600, flag: 'wx' });
    fs.renameSync(`${file}.tmp`, `${file}.json`);
    const pause = new Int32Array(new SharedArrayBuffer(4));
    for (const until = Date.now() + WITHIN_MS; Date.now() < until;) {
      if (fs.existsSync(`${file}.answer`)) return seqsIn(fs.readFileSync(`${file}.answer`, 'utf8'));
      Atomics.wait(pause, 0, 0, STEP_MS);
    }
    return null;
  } finally {
    for (const end of ['tmp', 'json', 'answer']) fs.rmSync(`${file}.${end}`, { force: true });
  }
}

function seqsIn(text: string): number[] | null {
  const answer: unknown = JSON.parse(text);
  const seqs = isJsonObject(answer) ? answer['seqs'] : null;
  return Array.isArray(seqs) ? seqs.filter((seq) => typeof seq === 'number') : null;
}
