/** Secrets in a shell command line besides the forms that redaction knows: the values of its flags. */

/** `--token x`, `--api-key=x`, `-password 'x y'`. Every repetition is bounded, so that no input takes long. */
const SECRET_FLAG =
  /(^|[\s;|&(])(--?[a-z0-9_-]{0,32}(?:passw(?:or)?d|passphrase|secret|token|api[-_]?key|access[-_]?key|private[-_]?key|credentials?|auth(?!ors?\b)|bearer|cookie)[a-z0-9_-]{0,32})(=|\s{1,8})("[^"]{0,4096}"|'[^']{0,4096}'|[^\s"';|&()]{1,4096})/gi;
/** Part of every such flag. Compiling the long expression costs a hook half a millisecond, so check this one first. */
const SECRET_WORD = /pass|secret|token|key|cred|auth|bearer|cookie/i;
/** `curl -u name:secret`. */
const USER_PASSWORD =
  /(^|\s)(-u|--user|--proxy-user)(=|\s{1,8})(["']?[^\s:"']{1,256}):([^\s"']{1,4096})/g;
/** A count, a switch, a file, a variable: not the secret itself. */
const HARMLESS = /^["']?(\d{1,12}|true|false|yes|no|none|\$\{?\w+\}?|-.*)["']?$/i;

/**
 * Masks the values of secret-bearing flags; the flags stay.
 *
 * @example maskCommandLine('deploy --token abc --max-tokens 100') === 'deploy --token [REDACTED:option] --max-tokens 100'
 */
export function maskCommandLine(command: string): string {
  if (!command.includes('-')) return command;
  const masked = SECRET_WORD.test(command)
    ? command.replace(
        SECRET_FLAG,
        (all, before: string, flag: string, gap: string, value: string) =>
          HARMLESS.test(value) ? all : `${before}${flag}${gap}[REDACTED:option]`,
      )
    : command;
  return masked.replace(USER_PASSWORD, '$1$2$3$4:[REDACTED:password]');
}
