/** Small components that all screens use. */
import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api.ts';
import { openEvent } from '../keys.ts';
import { place, setParams } from '../router.ts';
import { workspace, workspaces } from '../state.ts';
import type { HookFigures } from '../types.ts';

export function Citation({
  citation,
  words,
  slot,
}: {
  citation: string;
  words?: string;
  /** The slot of its project, if that is not the selected one. */
  slot?: number | undefined;
}) {
  return (
    <button type="button" class="cite" title={citation} onClick={() => openEvent(citation, slot)}>
      {words ?? shortCitation(citation)}
    </button>
  );
}

/** @example shortCitation('eventloom://demo-default/events/2#0464261d6ec0') === '#2·046426' */
export function shortCitation(citation: string): string {
  const parts = /events\/(\d+)#([0-9a-f]{6})/.exec(citation);
  return parts === null ? citation : `#${parts[1]}·${parts[2]}`;
}

export function Failure({ error }: { error: ApiError | null }) {
  if (error === null) return null;
  return (
    <div class="notice bad" role="alert">
      <b>{error.message}</b> <Words text={error.remediation} />
    </div>
  );
}

/** The open questions about the logs of the selected project. */
export function LogNotices() {
  return (
    <>
      {(workspace.value?.notices ?? []).map(({ message, command }) => (
        <div key={message} class="notice bad" role="status">
          <Words text={`${message} To fix this, run \`${command}\` in a terminal.`} />
        </div>
      ))}
    </>
  );
}

/** A sentence with commands between backticks. */
export function Words({ text }: { text: string }) {
  const parts = text.split('`');
  return (
    <span>{parts.map((part, at) => (at % 2 === 1 ? <code key={at}>{part}</code> : part))}</span>
  );
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="empty">
      <b>{title}</b>
      {children !== undefined && <p>{children}</p>}
    </div>
  );
}

export function Figure({
  value,
  words,
  tone = '',
}: {
  value: ComponentChildren;
  words: string;
  tone?: 'good' | 'bad' | 'warn' | '';
}) {
  return (
    <div class={`figure ${tone}`}>
      <b>{value}</b>
      <span>{words}</span>
    </div>
  );
}

export function Tag({ children, tone = '' }: { children: ComponentChildren; tone?: string }) {
  return <span class={`tag ${tone}`}>{children}</span>;
}

export function Head({
  title,
  words,
  children,
}: {
  title: string;
  words?: ComponentChildren;
  children?: ComponentChildren;
}) {
  return (
    <header class="head">
      <div class="title">
        <h1>{title}</h1>
        {words !== undefined && <p>{words}</p>}
      </div>
      {children}
    </header>
  );
}

interface TableProps {
  heads: string[];
  /** The headings of numbers, after the others. */
  numbers?: string[];
  children: ComponentChildren;
}

export function Table({ heads, numbers = [], children }: TableProps) {
  return (
    <table class="rows">
      <thead>
        <tr>
          {[...heads, ...numbers].map((head, at) => (
            <th key={head} class={at < heads.length ? undefined : 'num'}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

/** A share of a whole, as a bar with its number beside it. */
export function Share({ part, whole, label }: { part: number; whole: number; label: string }) {
  const share = whole <= 0 ? 0 : Math.max(0, Math.min(1, part / whole));
  return (
    <span class="share" role="img" aria-label={label}>
      <span style={{ width: `${(share * 100).toFixed(1)}%` }} />
    </span>
  );
}

/** A button with the key that does the same. */
export function Key({
  letter,
  words,
  onClick,
}: {
  letter: string;
  words: string;
  onClick(): void;
}) {
  return (
    <button type="button" aria-keyshortcuts={letter} onClick={onClick}>
      {words} <kbd aria-hidden="true">{letter}</kbd>
    </button>
  );
}

export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return (
    <label class="field">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** Reported text: it came from a tool, a file or the web. */
export function Reported({ channel }: { channel: string }) {
  return (
    <span class="tag reported" title="Reported text, shown as it was received.">
      reported{channel !== '' && `, ${channel}`}
    </span>
  );
}

/** Shown if there is more than one project. */
export function AllProjects() {
  if ((workspaces.value?.length ?? 0) < 2) return null;
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={place.value.params.get('all') === '1'}
        onChange={({ currentTarget }) => setParams({ all: currentTarget.checked ? '1' : '' })}
      />
      all projects
    </label>
  );
}

/** How long hooks take. A percentile of a few runs means nothing, so the slowest run is shown instead. */
export function HookTimes({ hooks }: { hooks: HookFigures }) {
  const ms = (value: number | null): string =>
    value === null ? '–' : value < 1000 ? `${value} ms` : `${(value / 1000).toFixed(1)} s`;
  const isFew = hooks.runs < FEW_RUNS;
  return (
    <>
      <Figure value={ms(hooks.p50_ms)} words="hook, median" />
      <Figure
        value={ms(isFew ? hooks.slowest_ms : hooks.p95_ms)}
        words={isFew ? `slowest of ${hooks.runs}` : 'hook, 95 %'}
      />
    </>
  );
}
const FEW_RUNS = 20;
