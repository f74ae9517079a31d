// Tidies a file after the agent has changed it: no blanks at line ends, one line feed at the end. Put your own formatter here.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const payload = JSON.parse(readFileSync(0, 'utf8'));
const project = process.env.CODEX_PROJECT_DIR ?? process.cwd();
const given = payload.tool_input?.file_path ?? payload.tool_input?.path;
const file = typeof given === 'string' ? path.resolve(project, given) : null;
const isOurs = file !== null && !path.relative(project, file).startsWith('..');

if (isOurs && existsSync(file) && /\.(md|txt|js|ts|css|html)$/.test(file)) {
  const before = readFileSync(file, 'utf8');
  const after = before.replace(/[ \t]+$/gm, '').replace(/\n*$/, '\n');
  if (after !== before) writeFileSync(file, after);
}
process.stdout.write(JSON.stringify({ decision: 'proceed' }));
