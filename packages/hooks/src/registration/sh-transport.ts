/**
 * The shell transport: for events that need no answer, a POSIX `sh` script writes the payload to `inbox/raw/`, at about
 * a tenth of the cost of starting Node. `drainRaw` imports it. Until then the payload stays there unchanged, readable
 * by its owner only.
 */
import { invalidRequest, isSessionId } from '@hookloom/core';

export interface ShTransport {
  /** Absolute path of `.eventloom/inbox`. */
  inboxDir: string;
  session: string;
  /** A client name that `hook CLIENT` accepts, such as `claude-code`. */
  client: string;
}

/**
 * The text of the script, a complete command for `sh -c`. It reads standard input with `cat` (dash's `read` costs a
 * system call per byte), writes beside the target and moves it into place, overwrites nothing, prints nothing and exits
 * with 0.
 *
 * @example renderShTransport({ inboxDir: '/home/dev/shop/.eventloom/inbox', session: 'shop-default',
 *   client: 'claude-code' }).startsWith('#!/bin/sh')
 */
export function renderShTransport({ inboxDir, session, client }: ShTransport): string {
  if (
    !isSessionId(session) ||
    !/^[a-z0-9-]{1,64}$/.test(client) ||
    !/^\/[^\0\r\n]*$/.test(inboxDir)
  )
    throw invalidRequest(
      'The shell transport needs an absolute path, a session id and the name of a client.',
      'Use paths without line breaks.',
    );
  return `#!/bin/sh
# Hookloom: keeps one hook payload for the next writer of the log. Prints nothing, never fails.
umask 077
exec 2>/dev/null
d=${quoted(`${inboxDir}/raw`)}
[ -d "$d/tmp" ] || mkdir -p "$d/tmp" || exit 0
# Process ids come again: a name that is taken gets a number.
n=$$-$PPID
i=0
set -C
while [ -e "$d/${client}.${session}.$n.json" ] || ! true > "$d/tmp/$n"; do
  i=$((i + 1))
  [ $i -lt 1000 ] || exit 0
  n=$$-$PPID-$i
done
set +C
if cat > "$d/tmp/$n"; then
  mv "$d/tmp/$n" "$d/${client}.${session}.$n.json"
else
  rm -f "$d/tmp/$n"
fi
exit 0
`;
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
