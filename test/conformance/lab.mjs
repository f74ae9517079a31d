// The folder for the official programs, with the packages that they need and the product's server.
import { execFileSync, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** The suite and the inspector need Node 22; the server runs on this one. */
const NODE = 22;
const root = path.resolve(import.meta.dirname, '../..');

/** @returns `work`, the folder; `modules`, the packages; `node`, a program that can run them. */
export function installed(packages) {
  const work = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-conformance-')));
  const isNew = Number(process.versions.node.split('.')[0]) >= NODE;
  const program = `node-${os.platform()}-${os.arch()}`;
  const wanted = [...packages, ...(isNew ? [] : [`${program}@${NODE}`])];
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  execFileSync('npm', [...install, '--prefix', work, ...wanted], { cwd: work, stdio: 'ignore' });
  const modules = path.join(work, 'node_modules');
  return {
    work,
    modules,
    node: isNew ? process.execPath : path.join(modules, program, 'bin/node'),
  };
}

/** A program that prints its address as JSON when it listens. */
export async function started(args, { cwd, env }) {
  const child = spawn(process.execPath, args, { cwd, env, stdio: ['ignore', 'pipe', 2] });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const line = await new Promise((resolve, reject) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)));
    void ended.then((code) => reject(new Error(`The server ended with ${code}.`)));
  });
  return {
    url: JSON.parse(line).url,
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}

/** The built command, on a free port of this machine; with `token`, only for callers that have it. */
export function served(work, transport, token) {
  const project = path.join(work, `project-${randomBytes(4).toString('hex')}`);
  fs.mkdirSync(project);
  const bin = path.join(root, 'packages/cli/bin/hookloom.cjs');
  const args = [bin, 'serve', '--transport', transport, '--port', '0', '--json'];
  const env = { PATH: process.env.PATH, HOME: work, HOOKLOOM_WORKER_AUTOSTART: 'false' };
  if (token !== undefined) env.MCP_REMOTE_AUTH_TOKEN = token;
  return started(args, { cwd: project, env });
}
