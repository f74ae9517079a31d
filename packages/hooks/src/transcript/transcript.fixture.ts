/** Session files that the real clients wrote, for tests: one battery reads all formats. */
import { readFileSync } from 'node:fs';
import { isJsonObject, type JsonObject } from '@hookloom/core';
import { observeRecord, type CapturedEvent } from '../record/observe-record.ts';
import { readTranscriptLine, type TranscriptClient } from '../clients/transcript-readers.ts';
import { newReaderState, type ReaderState, type TranscriptRecord } from './record.ts';

export const TRANSCRIPT_FILES = [
  ['claude-code', 'session'],
  ['claude-code', 'subagent'],
  ['claude-code', 'compacted'],
  ['codex', 'session'],
  ['codex', 'compacted'],
  ['gemini', 'session'],
  ['copilot', 'session'],
  ['copilot', 'continued'],
  ['copilot', 'subagent'],
] as const satisfies [TranscriptClient, string][];

/** The text of a recorded file. */
export function recordedTranscript(client: TranscriptClient, name: string): string {
  const file = new URL(`../clients/${client}/transcript/fixtures/${name}.jsonl`, import.meta.url);
  return readFileSync(file, 'utf8');
}

export function linesOf(text: string): JsonObject[] {
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
    .filter(isJsonObject);
}

export function recordsOf(
  client: TranscriptClient,
  lines: readonly JsonObject[],
  state: ReaderState = newReaderState(),
): TranscriptRecord[] {
  return lines.flatMap((line) => readTranscriptLine(client, line, state));
}

export function eventsOf(
  client: TranscriptClient,
  records: readonly TranscriptRecord[],
): CapturedEvent[] {
  const place = { file: 'session.jsonl', line: 1 };
  return records.flatMap((record) =>
    observeRecord(client, record, { root: '/home/dev/project', source: 'local', place }),
  );
}
