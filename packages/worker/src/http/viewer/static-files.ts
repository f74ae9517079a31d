/** The files of the viewer: read once, served from a fixed list of names, under a policy that allows nothing else. */
import fs from 'node:fs';
import path from 'node:path';
import { notFound } from '@hookloom/core';
import { defineRoute, type Reply, type Route } from '../route.ts';

/** Forbids inline code, other origins and frames around the page. */
export const VIEWER_POLICY = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self'`,
  `connect-src 'self'`,
  `img-src 'self' data:`,
  `frame-ancestors 'none'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `require-trusted-types-for 'script'`,
].join('; ');

const HEADERS = {
  'content-security-policy': VIEWER_POLICY,
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'x-frame-options': 'DENY',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
};

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Reads the folder on the first request, so that an unused viewer takes no memory. */
export function staticRoutes(folder: string): Route[] {
  let files: ReadonlyMap<string, Buffer> | null = null;
  const serve = (name: string): Reply => {
    files ??= readFiles(folder);
    const bytes = files.get(name);
    if (bytes === undefined)
      throw notFound(
        files.size === 0 ? 'The viewer was not built.' : 'The viewer has no such file.',
        files.size === 0 ? 'Run `npm run build`.' : 'Open the address without a path.',
      );
    return { status: 200, bytes, type: TYPES[path.extname(name)]!, headers: HEADERS };
  };
  return [
    defineRoute({
      route: 'GET /',
      access: 'open',
      does: 'Serves the viewer.',
      reply: async () => serve('index.html'),
    }),
    defineRoute({
      route: 'GET /viewer/:file',
      access: 'open',
      does: 'Serves the files of the viewer.',
      reply: async ({ params }) => serve(`viewer/${params['file']}`),
    }),
  ];
}

/** A requested name is only looked up in this map, so no path from a request reaches the disk. */
function readFiles(folder: string): ReadonlyMap<string, Buffer> {
  const files = new Map<string, Buffer>();
  for (const part of ['', 'viewer']) {
    const dir = path.join(folder, part);
    if (!fs.existsSync(dir)) continue;
    for (const entry of fs.readdirSync(dir, { withFileTypes: true }))
      if (entry.isFile() && TYPES[path.extname(entry.name)] !== undefined)
        files.set(path.posix.join(part, entry.name), fs.readFileSync(path.join(dir, entry.name)));
  }
  return files;
}
