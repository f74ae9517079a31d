// Puts a shell script between a client and our hook, in place of the launcher that the client's settings name.
import fs from 'node:fs';
import path from 'node:path';
import { writeFile } from '../../lab/files.mjs';

/**
 * @param script Gets the payload on standard input and the arguments of the hook; `our_hook` runs the real one.
 */
export function putBetween(lab, script) {
  const launcher = lab.inHome('.hookloom/bin/hookloom-hook');
  // A situation and a way may each put one there.
  const real = `${launcher}-${fs.readdirSync(path.dirname(launcher)).length}`;
  fs.renameSync(launcher, real);
  // The MCP server starts through the same launcher, and is not affected.
  const server = `[ "\${1-}" = serve ] && exec '${real}' "$@"`;
  writeFile(launcher, `#!/bin/sh\n${server}\nour_hook() { '${real}' "$@"; }\n${script}\n`, 0o755);
}

/** Half a second before the first byte, and half a second between the first bytes and the rest. */
export const LATE = `{ sleep 0.5; dd bs=1 count=20 2> /dev/null; sleep 0.5; cat; } | our_hook "$@"`;

/** Dies just before a call that names the victim is made, like a process that the system kills. */
export const KILLED_BEFORE_TOOLS = `payload=$(mktemp)
cat > "$payload"
if grep -q victim "$payload" && { echo "$*"; cat "$payload"; } | grep -qiE '(pre_?tool_?use|before_?tool)\\b'; then kill -9 $$; fi
our_hook "$@" < "$payload"`;
