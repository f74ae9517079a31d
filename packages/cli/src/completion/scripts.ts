/**
 * The script that a shell loads to complete our command: it asks `NAME complete -- WORDS` for candidates. The typed
 * words are passed on unchanged and never evaluated, because an unfinished line may contain a command in quotes.
 *
 * The answer is one candidate per line, a tab and its description, and `:N` at the end: 4 nothing else, 0 files, 16
 * folders.
 */
export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

/** @param name The name of the program, letters only */
export function completionScript(shell: Shell, name: string): string {
  return SCRIPTS[shell].replaceAll('NAME', name);
}

/** Works without the package bash-completion, which many machines lack, and in bash 3.2 of macOS. */
const BASH = String.raw`# bash completion for NAME
_NAME_complete() {
  local -a words=()
  local word before='' line cur directive=4
  local at
  # "--name=value" comes in three pieces.
  for ((at = 1; at <= COMP_CWORD; at++)); do
    word=\${COMP_WORDS[at]}
    if [[ $word == '=' || $before == '=' ]] && ((\${#words[@]} > 0)); then
      words[\${#words[@]}-1]+=$word
    else
      words+=("$word")
    fi
    before=$word
  done
  [[ $before == '=' ]] && cur='' || cur=$before
  COMPREPLY=()
  while IFS= read -r line; do
    case $line in
      :*) directive=\${line#:} ;;
      ?*) COMPREPLY+=("\${line%%$'\t'*}") ;;
    esac
  done < <(NAME complete -- "\${words[@]}" 2>/dev/null)
  ((directive == 4)) && return
  compopt -o filenames 2>/dev/null
  local kind=-f
  ((directive == 16)) && kind=-d
  while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen "$kind" -- "$cur")
}
complete -F _NAME_complete NAME
`.replaceAll('\\$', '$');

const ZSH = String.raw`#compdef NAME
_NAME() {
  local -a offered
  local line directive=4
  for line in "\${(@f)$(NAME complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :<->) directive=\${line#:} ;;
      ?*) offered+=("\${\${line%%$'\t'*}//:/\\:}:\${line#*$'\t'}") ;;
    esac
  done
  [[ $PREFIX == -*=* ]] && compset -P '*='
  (( \${#offered} )) && _describe -V 'NAME' offered
  case $directive in
    16) _files -/ ;;
    0) _files ;;
  esac
}
# Loaded by the completion system from a file of its own name, or sourced.
if [[ $funcstack[1] == _NAME ]]; then _NAME "$@"; else compdef _NAME NAME; fi
`.replaceAll('\\$', '$');

const FISH = String.raw`# fish completion for NAME
function __NAME_complete
  set -l typed (commandline -opc)
  set -l current (commandline -ct)
  set -l flag (string match -r -- '^-[^=]*=' "$current")
  set -l value (string replace -r -- '^-[^=]*=' '' "$current")
  for line in (NAME complete -- $typed[2..-1] "$current" 2>/dev/null)
    switch $line
      case ':16'
        __fish_complete_directories "$value" | string replace -r -- '^' "$flag"
      case ':0'
        __fish_complete_path "$value" | string replace -r -- '^' "$flag"
      case ':*'
      case '?*'
        echo "$flag$line"
    end
  end
end
complete -c NAME -f -a '(__NAME_complete)'
`;

const SCRIPTS: Readonly<Record<Shell, string>> = { bash: BASH, zsh: ZSH, fish: FISH };
