/** Small things that every screen is made of. */
import type { ComponentChildren } from 'preact';
import type { ApiError } from '../api.ts';
import { openEvent } from '../keys.ts';

export function Citation({ citation, words }: { citation: string; words?: string }) {
  return (
    <button type="button" class="cite" title={citation} onClick={() => openEvent(citation)}>
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

/** A sentence in which commands stand between backticks. */
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

/** A share of a whole, as a bar with its number beside it. */
export function Share({ part, whole, label }: { part: number; whole: number; label: string }) {
  const share = whole <= 0 ? 0 : Math.max(0, Math.min(1, part / whole));
  return (
    <span class="share" role="img" aria-label={label}>
      <span style={{ width: `${(share * 100).toFixed(1)}%` }} />
    </span>
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
