/** The purpose of a shell command in one word, from the command and never from its output. */
import { whoseStatus, type Attribution } from './exit-status.ts';
import { commandParts } from './split-command.ts';

export type Purpose =
  | 'test'
  | 'commit'
  | 'install'
  | 'build'
  | 'check'
  | 'git'
  | 'search'
  | 'read'
  | 'run';

export interface CommandPurpose {
  purpose: Purpose;
  /** The main command without the rest of the line, truncated: `npm test`. The same command has the same name. */
  name: string;
  /** Files that a `read` names, packages that an `install` names, the message of a commit. */
  about: string[];
  /** Whether the exit status of the line belongs to this command. */
  status: Attribution;
}

const NAME_CHARS = 80;
/** Most informative first. */
const RANK: Purpose[] = [
  'commit',
  'test',
  'install',
  'build',
  'check',
  'git',
  'run',
  'read',
  'search',
];

const TEST =
  /^((npm|pnpm|yarn|bun|deno) (run )?(test|t)\b|(npm|pnpm|yarn|bun) (run )?test[:\w-]*|vitest|jest|mocha|ava|pytest|python3? -m (pytest|unittest)|tox|nox|go test|cargo (test|nextest)|mvn .*\btest|gradle .*\btest|\.\/gradlew .*\btest|make (test|check)\b|rspec|phpunit|dotnet test|swift test|mix test|ctest|node --test|playwright test|cypress run|rake test|zig build test)/;
const INSTALL =
  /^((npm|pnpm|yarn|bun) (i|install|ci|add)\b|yarn$|pip3? install|python3? -m pip install|uv (add|sync|pip install)|poetry (add|install)|cargo (add|install)|go (get|install)|apt(-get)? install|brew install|bundle install|gem install|composer (install|require)|dotnet (add|restore))/;
const BUILD =
  /^((npm|pnpm|yarn|bun) (run )?build[:\w-]*|make( all| build)?$|cargo build|go build|mvn .*\b(package|install|compile)|gradle .*\b(build|assemble)|\.\/gradlew .*\b(build|assemble)|vite build|webpack|rollup|esbuild|docker (compose )?build|dotnet build|cmake|ninja|swift build|zig build)/;
const CHECK =
  /^((npm|pnpm|yarn|bun) (run )?(lint|typecheck|check|format|fmt)[:\w-]*|tsc\b|eslint|oxlint|oxfmt|biome|prettier|ruff|mypy|pyright|flake8|black|cargo (check|clippy|fmt)|go (vet|fmt)|gofmt|golangci-lint|rubocop|shellcheck|clang-format|knip|depcruise)/;
const SEARCH =
  /^(rg|grep|egrep|fgrep|ag|ack|find|fd|ls|tree|which|whereis|type|pwd|du|stat|file)\b/;
const READ = /^(cat|head|tail|less|more|bat|wc|nl|jq|diff|sed -n)\b/;
const GIT_LOOK =
  /^git (-\S+ )*(status|log|diff|show|blame|branch$|remote|ls-files|rev-parse|describe|grep)\b/;
const GIT = /^(git|gh)\b/;

export function purposeOf(line: string): CommandPurpose {
  const parts = commandParts(line);
  const found = parts.flatMap((part, at) =>
    part.isTelling ? [{ ...judge(part.words), status: whoseStatus(parts, at) }] : [],
  );
  const best = found.toSorted((a, b) => RANK.indexOf(a.purpose) - RANK.indexOf(b.purpose))[0];
  return best ?? { purpose: 'run', name: clip(line.trim()), about: [], status: OF_THE_LINE };
}

/** The line only prints or prepares something, so the status belongs to the whole line. */
const OF_THE_LINE: Attribution = { passes: true, fails: true };
/** Prints information about the tests and runs none. */
const ONLY_TELLS =
  /^-(h|V|-help|-version|-list|-listTests|-collect-only|-dry-run|-showConfig|-show-config|-init)$/;

type Judged = Omit<CommandPurpose, 'status'>;

function judge(words: string[]): Judged {
  const text = words.join(' ').replace(/\s+/g, ' ');
  const name = clip(text.replace(/ (\d?>{1,2}|&>{1,2})(&\d| ?\S+)/g, ''));
  const named = (purpose: Purpose, about: string[] = []): Judged => ({
    purpose,
    name,
    about,
  });
  if (words.some((word) => ONLY_TELLS.test(word)) || (words.includes('-n') && words[0] === 'make'))
    return named('run');
  if (/^git (-\S+ )*commit\b/.test(text)) return named('commit', messageOf(words));
  if (TEST.test(text)) return named('test');
  if (INSTALL.test(text)) return named('install', packagesOf(words));
  if (BUILD.test(text)) return named('build');
  if (CHECK.test(text)) return named('check');
  if (GIT_LOOK.test(text) || SEARCH.test(text)) return named('search');
  if (GIT.test(text)) return named('git');
  return READ.test(text) ? named('read', filesOf(words)) : named('run');
}

function clip(text: string): string {
  return text.length <= NAME_CHARS ? text : `${text.slice(0, NAME_CHARS - 1).toWellFormed()}…`;
}

/** The first line of `-m`, even if the shell reads it from a here-document. */
function messageOf(words: string[]): string[] {
  const at = words.findIndex((word) => /^(-[a-z]*m|--message)$/.test(word));
  const joined = words.find((word) => word.startsWith('--message='))?.slice('--message='.length);
  const message = (at >= 0 ? words[at + 1] : joined) ?? '';
  // A command line is recorded on one line, so the end of the first line of a here-document is unknown.
  const text = message
    .replace(/^\$\(cat <<-?\\?['"]?(\w+)['"]?\s*/, '')
    .split('\n')[0]!
    .trim();
  return text === '' || text.startsWith('$(') ? [] : [clip(text)];
}

const INSTALL_WORDS = new Set(
  'npm pnpm yarn bun i install ci add pip pip3 python python3 -m uv sync poetry cargo go get apt apt-get brew bundle gem composer require dotnet restore'.split(
    ' ',
  ),
);

function packagesOf(words: string[]): string[] {
  return words
    .filter((word) => !INSTALL_WORDS.has(word) && /^[@\w][\w@./:^~=<>+[\]-]*$/.test(word))
    .filter((word) => word !== '.' && !/\.(txt|toml|json|whl|lock)$/.test(word))
    .slice(0, 6);
}

/** Words that look like files: with a dot or a slash inside, and nothing that a shell would expand. */
function filesOf(words: string[]): string[] {
  return words
    .slice(1)
    .filter((word) => /^[\w@.~/-]+$/.test(word) && /[./]\w/.test(word) && !word.startsWith('-'))
    .slice(0, 8);
}
