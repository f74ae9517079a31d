import fc from 'fast-check';
import { createHash } from 'node:crypto';
import vm from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { ViewedEvent, ViewedLog } from './collect.ts';
import { VIEWER_SCRIPT } from './page-script.ts';
import { dataBlock, renderPage } from './page.ts';

const PAYLOADS = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  '<img src=x onerror=alert(1)>',
  '"><svg/onload=alert(1)>',
  "';alert(1)//",
  'javascript:alert(1)',
  '{{constructor.constructor("alert(1)")()}}',
  '${alert(1)}',
  ']]><script>alert(1)</script>',
  `a${String.fromCharCode(0x2028)}alert(1)`,
  '&lt;script&gt;',
  '</title></style><script>alert(1)</script>',
];

function logOf(text: string): ViewedLog {
  const event: ViewedEvent = {
    seq: 1,
    id: text,
    type: text,
    actor: text,
    channel: text,
    client: text,
    time: text,
    summary: text,
    payload: text,
    citation: text,
    hash: text,
    restricted: true,
    forgotten: false,
  };
  const report = {
    ok: false,
    total_events: 1,
    broken_at_seq: 1,
    broken_reason: 'hash_mismatch' as const,
    detail: text,
    head: null,
    shredded: 0,
    recovered: 0,
    trusted_prefix: 0,
    lost: [],
  };
  return { name: text, file: text, report, events: [event], left_out: 0 };
}

const MADE = { madeAt: '2026-11-21T00:00:00.000Z', version: '0.1.0' };
const empty = renderPage([], MADE);

describe('the viewer page', () => {
  for (const payload of PAYLOADS) {
    it(`is the same page with ${payload} in every field, except for the data`, () => {
      const page = renderPage([logOf(payload)], MADE);
      const [, data = ''] =
        /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page) ?? [];
      expect(data).not.toMatch(/[<>&\u2028\u2029]/);
      expect(JSON.parse(data).logs).toEqual([logOf(payload)]);
      const [, nothing = ''] = /id="data">(.*?)<\/script>/s.exec(empty) ?? [];
      expect(page.replace(data, () => '')).toBe(empty.replace(nothing, () => ''));
    });
  }

  it('contains a data block that no text can close', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const block = dataBlock({ text });
        expect(block).not.toMatch(/[<>&]/);
        expect(JSON.parse(block)).toEqual({ text });
      }),
    );
  });

  it('allows only its own script, by digest, and no network requests', () => {
    const digest = createHash('sha256').update(VIEWER_SCRIPT).digest('base64');
    expect(empty).toContain(`<script>${VIEWER_SCRIPT}</script>`);
    expect(empty).toContain(
      `content="default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"`,
    );
    expect(empty).not.toMatch(/\b(?:src|href)=|https?:|@import|url\(/);
  });

  it('has a script that only parses, and never turns text into markup or code', () => {
    expect(() => new vm.Script(VIEWER_SCRIPT)).not.toThrow();
    expect(VIEWER_SCRIPT).not.toMatch(
      /innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function|setTimeout\(['"]|srcdoc|DOMParser/,
    );
    expect(VIEWER_SCRIPT).not.toMatch(/<\/script|<!--/i);
  });
});
