/**
 * The launcher: a small shell script that every client's settings name. It finds Node and the package, because settings
 * outlive both: users switch Node versions, and the package moves with them. If it finds neither it reports that, and
 * refuses what a critical guard covers. Pure.
 */
import { shellQuote } from '@hookloom/core';

export const LAUNCHER_NAME = 'hookloom-hook';

/** The first lines of each of our launchers. */
const HEAD = `#!/bin/sh
# Hookloom: starts the hook program for an agent client.`;

/** Shell text. */
export interface LauncherPaths {
  /** The description in the first lines of the file. */
  about: string;
  /** The Node to try first. */
  node: string;
  /** The folder of the package to try first. */
  home: string;
  /** Commands to run before looking for Node and the package. */
  first: string;
  /** Called instead of looking, if it exists. */
  handOver: string;
  /** What to print if nothing is found. */
  remedy: string;
}

/** Whether a text is one of our launchers, of any version. */
export function isLauncher(text: string): boolean {
  return text.startsWith(HEAD) || text.startsWith('@rem Hookloom: starts the hook program');
}

export function renderLauncher({ node, home }: { node: string; home: string }): string {
  return launcherText({
    about: '`hookloom init` writes it again, `hookloom uninstall` removes it.',
    node: shellQuote(node),
    home: shellQuote(home),
    first: FALLBACK,
    handOver: '',
    remedy: 'Install it, then run `hookloom init`.',
  });
}

/**
 * POSIX shell, for dash, bash and busybox. The common case comes first and starts no other process. The shell does not
 * even read the rest.
 */
export function launcherText(paths: LauncherPaths): string {
  const { about, node, home, first, handOver, remedy } = paths;
  const parts = [`${HEAD}\n# ${about}\nnode=${node}\nhome=${home}\nup=`];
  parts.push(first, START, handOver, FIND_NODE, FIND_PACKAGE, failing(remedy));
  return parts.filter((part) => part !== '').join('\n');
}

/** The mark files of \`hooks/engine/guard-marks.ts\` are in the state folder. */
const STATE = `case \${HOOKLOOM_STATE_DIR-} in
  /*) state=$HOOKLOOM_STATE_DIR ;;
  *) case \${XDG_STATE_HOME-} in /*) state=$XDG_STATE_HOME/hookloom ;; *) state=$HOME/.local/state/hookloom ;; esac ;;
esac`;

/**
 * \`--fallback\`, which the user's own settings of Claude Code and Gemini CLI call: these clients read a project's
 * settings only in the folder that they start in. The hook program makes the same decision again, more carefully.
 */
const FALLBACK = `if [ "\${1-}" = --fallback ]; then
  shift
  client=\${2-}
  case $client in claude-code | gemini) here=\${CLAUDE_PROJECT_DIR:-$PWD} ;; *) here=$PWD ;; esac
  names_us() {
    case $client in
      claude-code) set -- "$1/.claude/settings.local.json" "$1/.claude/settings.json" ;;
      codex) set -- "$1/.codex/hooks.json" ;;
      copilot) set -- "$1/.github/hooks/hookloom.json" ;;
      *) set -- "$1/.$client/settings.json" ;;
    esac
    [ -f "$1" ] || [ -f "\${2:-$1}" ] || return 1
    grep -Eqs "(hookloom-hook|hook\\.cjs|hookloom(\\.cjs)?|zaxy)['\\"\\\\]* hook $client" "$@"
  }
  # The client runs the entries of its own folder by itself, Codex and Copilot those of the folders above as well.
  names_us "$here" && exit 0
  up=$here
  case $client in
    codex | copilot)
      while [ ! -e "$up/.git" ] && [ -n "$up" ]; do
        up=\${up%/*}
        names_us "$up" && exit 0
      done
      up=$here
      ;;
  esac
  while [ ! -d "$up/.eventloom" ]; do
    if [ -f "$up/.git" ] && IFS= read -r main < "$up/.git"; then
      main=\${main#gitdir: }
      case $main in /*) ;; *) main=$up/$main ;; esac
      case $main in
        */.git/worktrees/*) main=\${main%/.git/worktrees/*} ;;
        # A bare repository: it has the log, or the folder around it.
        */worktrees/*) main=\${main%/worktrees/*} && { [ -d "$main/.eventloom" ] || main=\${main%/*}; } ;;
        *) up= && break ;;
      esac
      up=$main\${here#"$up"}
      while [ ! -d "$up/.eventloom" ] && [ "$up" != "$main" ] && [ -n "$up" ]; do up=\${up%/*}; done
      break
    fi
    [ -e "$up/.git" ] || [ "$up" = "$HOME" ] && up=
    up=\${up%/*}
    [ -n "$up" ] || break
  done
  ${STATE.replaceAll('\n', '\n  ')}
  # The project's mark says that it was enabled, wherever its folder is.
  enabled() {
    while IFS= read -r line; do
      case $line in *'"id": "project-'*)
        line=\${line##*'"id": "'}
        line=\${line%%[!a-z0-9-]*}
        [ -f "$state/enabled/$line" ] && return ;;
      esac
    done 2> /dev/null < "$1/.eventloom/project.json"
    return 1
  }
  # A new clone of an enabled project: where the remote has the name of one, our command compares them, once.
  if { [ -z "$up" ] || [ ! -d "$up/.eventloom" ]; } && [ -d "$state/clones" ]; then
    top=$here
    while [ -n "$top" ] && [ ! -e "$top/.git" ]; do top=\${top%/*}; done
    name=
    if [ -n "$top" ] && [ -f "$top/.git/config" ]; then
      while IFS= read -r line; do
        case $line in *'url = '*) ;; *) continue ;; esac
        line=\${line%/}
        name=\${line##*[/:]}
        name=\${name%.git}
        [ -f "$state/clones/$name" ] && break
        name=
      done < "$top/.git/config"
    fi
    if [ -n "$name" ]; then
      while IFS= read -r line; do [ "$line" = "not $top" ] && name=; done < "$state/clones/$name"
      [ -z "$name" ] || "$node" "$home/bin/hookloom.cjs" project join "$top" < /dev/null > /dev/null 2>&1
      [ -d "$top/.eventloom" ] && up=$top
    fi
  fi
  if [ -z "$up" ] || [ ! -d "$up/.eventloom" ] || ! { enabled "$up" || names_us "$up"; }; then
    # A guard covers all of its project, also a repository inside it that is not connected.
    up=
    for mark in "$state/guarded/$client"/*; do
      { [ -f "$mark" ] && IFS= read -r project < "$mark"; } || continue
      case $here in "$project"/*) [ \${#project} -gt \${#up} ] && [ -d "$project/.eventloom" ] && up=$project ;; esac
    done
    # The hook program left this mark where the user has no hooks that would run everywhere.
    mark=$state/outside/$client
    if [ -z "$up" ] && [ -f "$mark" ]; then
      {
        IFS= read -r seen
        [ "$seen" = "$HOME:\${CODEX_HOME-}:\${CLAUDE_CONFIG_DIR-}:\${HOOKLOOM_HOOK_FILES-}" ] || seen=
        while [ -n "$seen" ] && IFS= read -r file; do
          if [ "$file" -nt "$mark" ] || [ "\${file%/*}" -nt "$mark" ]; then seen=; fi
        done
      } < "$mark"
      [ -z "$seen" ] || exit 0
    fi
  fi
  set -- "$@" --fallback=yes
fi`;

const START = `case \${1-} in
  hook | hook-event)
    file=dist/hook.cjs
    # Options and certificates of the user's Node change or slow down ours; the user's own hooks get them back.
    [ -z "\${NODE_OPTIONS-}" ] || { HOOKLOOM_NODE_OPTIONS=$NODE_OPTIONS && export HOOKLOOM_NODE_OPTIONS; }
    [ -z "\${NODE_EXTRA_CA_CERTS-}" ] || { HOOKLOOM_NODE_EXTRA_CA_CERTS=$NODE_EXTRA_CA_CERTS && export HOOKLOOM_NODE_EXTRA_CA_CERTS; }
    NODE_OPTIONS= NODE_EXTRA_CA_CERTS=
    export NODE_OPTIONS NODE_EXTRA_CA_CERTS
    ;;
  *) file=bin/hookloom.cjs ;;
esac
[ -x "$node" ] && [ -f "$home/$file" ] && exec "$node" "$home/$file" "$@"
`;

/** Any of several versions that is new enough will do. */
const FIND_NODE = `PATH=\${PATH:-/usr/local/bin:/usr/bin:/bin}
usable() {
  case \${1-} in /*) [ -x "$1" ] || return 1 ;; *) return 1 ;; esac
  case $("$1" --version 2> /dev/null < /dev/null) in v2[0-9].* | v[3-9][0-9].*) ;; *) return 1 ;; esac
}
nvm=\${NVM_DIR:-$HOME/.nvm}/versions/node
fnm=\${FNM_DIR:-\${XDG_DATA_HOME:-$HOME/.local/share}/fnm}/node-versions
volta=\${VOLTA_HOME:-$HOME/.volta}/tools/image
asdf=\${ASDF_DATA_DIR:-$HOME/.asdf}/installs/nodejs
mise=\${MISE_DATA_DIR:-\${XDG_DATA_HOME:-$HOME/.local/share}/mise}/installs/node
if ! usable "$node"; then
  for node in "$(command -v node)" "$nvm"/*/bin/node "$fnm"/*/installation/bin/node "$HOME"/.fnm/node-versions/*/installation/bin/node \\
    "$volta"/node/*/bin/node "$asdf"/*/bin/node "$mise"/*/bin/node \\
    /opt/homebrew/bin/node /home/linuxbrew/.linuxbrew/bin/node /usr/local/bin/node /usr/bin/node; do
    usable "$node" && break
    node=
  done
fi`;

const FIND_PACKAGE = `if [ ! -f "$home/$file" ]; then
  home=
  program=$(command -v hookloom)
  for link in "$program" "\${node%/*}/hookloom"; do
    while [ -L "$link" ]; do
      to=$(readlink "$link") || break
      case $to in /*) link=$to ;; *) link=\${link%/*}/$to ;; esac
    done
    case $link in /*/bin/hookloom.cjs)
      [ -f "\${link%/bin/*}/$file" ] && home=\${link%/bin/*} && break
      # A package without its hook would let every call through.
      program= ;;
    esac
  done
  for folder in "\${node%/bin/node}/lib" "$nvm"/*/lib "$fnm"/*/installation/lib "$HOME"/.fnm/node-versions/*/installation/lib \\
    "$volta"/packages/hookloom/lib "$asdf"/*/lib "$mise"/*/lib \\
    /opt/homebrew/lib /home/linuxbrew/.linuxbrew/lib /usr/local/lib /usr/lib; do
    [ -z "$home" ] && [ -f "$folder/node_modules/hookloom/$file" ] && home=$folder/node_modules/hookloom
  done
fi
if [ -n "$node" ] && [ -n "$home" ]; then exec "$node" "$home/$file" "$@"; fi
# A shim of a version manager knows where the package is.
case \${program-} in /*) [ -n "$node" ] && [ -x "$program" ] && exec "$program" "$@" ;; esac
`;

/** Exit status 2 blocks in every client that can block, so a guard that cannot run refuses. */
function failing(remedy: string): string {
  return `if [ -z "$node" ]; then reason='no Node 20 or newer was found'; else reason='the hookloom package was not found'; fi
remedy=${shellQuote(remedy)}
if [ "\${1-}" != hook ]; then
  echo "Hookloom cannot start: $reason. $remedy" >&2
  exit 1
fi
${STATE}
client=\${2-}
case $client in claude-code | gemini | cursor) here=\${CLAUDE_PROJECT_DIR:-$PWD} ;; *) here=$PWD ;; esac
# The project that a subfolder or a worktree belongs to.
[ -z "$up" ] || here=$up
words=" $* "
case \${3-} in '' | -*) told= ;; *) told=yes ;; esac
while [ $# -gt 0 ]; do
  case $1 in --eventloom-path) here=\${2%/.eventloom} ;; esac
  shift
done
payload=
for mark in "$state/guarded/$client"/*; do
  [ -f "$mark" ] || continue
  [ -n "$payload" ] || payload=$(cat)
  case $payload in *'"hook_event_name"'*) told=yes ;; esac
  {
    IFS= read -r project
    case $project in '*') ;; *) case $here/ in "$project"/*) ;; *) continue ;; esac ;; esac
    while IFS= read -r event; do
      case $payload in *'"hook_event_name":"'"$event"'"'* | *'"hook_event_name": "'"$event"'"'*) told= ;; esac
      case $words in *" $event "*) told= ;; esac
      # An event that nobody names may be the guarded one.
      [ -z "$told" ] || continue
      said="Hookloom cannot start: $reason. A critical guard covers this event, so it is refused. $remedy"
      # Copilot tells the model nothing of standard error.
      case $client$event in copilotpreToolUse) printf '{"permissionDecision":"deny","permissionDecisionReason":"%s"}\\n' "$said" ;; esac
      echo "$said" >&2
      exit 2
    done
  } < "$mark"
done
echo "Hookloom cannot start: $reason. Nothing is recorded and your hooks do not run. $remedy" >&2
exit 0
`;
}
