// Keeps secrets out of files and commands: refuses what would write or print a key, or read a file of keys.
import { readFileSync } from 'node:fs';

const payload = JSON.parse(readFileSync(0, 'utf8'));
const input = payload.tool_input ?? {};

const KEYS = [
  ['a private key', /-----BEGIN [A-Z ]*PRIVATE KEY-----/],
  ['an AWS access key', /\b(AKIA|ASIA)[A-Z0-9]{16}\b/],
  ['a GitHub token', /\bgh[pousr]_[A-Za-z0-9]{36,}\b/],
  ['a key of a model provider', /\bsk-[A-Za-z0-9_-]{20,}\b/],
  ['a Slack token', /\bxox[abprs]-[A-Za-z0-9-]{10,}\b/],
];
const FILES = /(^|\/)(\.env(\.(local|production|development))?|id_(rsa|ed25519|ecdsa)|\.npmrc|\.netrc|credentials)$/;

const text = Object.values(input).filter((value) => typeof value === 'string').join('\n');
const found = KEYS.find(([, shape]) => shape.test(text));
const words = String(input.command ?? '').split(/[\s;|&<>()'"]+/);
const file = [input.file_path, ...words].find((word) => typeof word === 'string' && FILES.test(word));

let reason = null;
if (found !== undefined) reason = `This call holds ${found[0]}. Use a variable instead.`;
else if (file !== undefined && payload.tool_name !== 'Glob') reason = `${file} holds secrets. Ask the user for what you need of it.`;

process.stdout.write(JSON.stringify(reason === null ? { decision: 'proceed' } : { decision: 'block', reason }));
