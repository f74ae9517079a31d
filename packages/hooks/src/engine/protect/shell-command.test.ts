import { describe, expect, it } from 'vitest';
import { ownCommandIn, ownPathIn } from './shell-command.ts';

const HOME = '/home/dev';
const STATE = `${HOME}/.local/state/hookloom`;
const place = {
  own: [STATE, `${HOME}/.hookloom`, '/opt/hookloom/dist', `${HOME}/shop/.eventloom`],
  cwd: `${HOME}/shop`,
  home: HOME,
  readable: [`${HOME}/.hookloom`],
};

describe("refuses an agent's shell command if it", () => {
  it.each([
    'rm -rf ~/.hookloom',
    'rm -rf $HOME/.local/state/hookloom/reviews',
    'rm -rf "${HOME}/.local/state"',
    'rm -rf ~/.hook*',
    'rm -rf ~/.{hookloom,cache}',
    'rm -rf ~/.{cache,hookloom}',
    'rm ~/{.hookloom/hooks.toml,x}',
    'rm ~/.[gh]ookloom/hooks.toml',
    'rm -rf ~/.[gh]ookloom',
    'rm -rf ~/.hookloo?',
    'mv ~/.hookloom /tmp/x',
    'cd ~ && rm -rf .hookloom',
    'cd .. && rm .hookloom/hooks.toml',
    'rm -rf ../.hookloom',
    'echo "" > ~/.hookloom/hooks.toml',
    'echo x >>/home/dev/.hookloom/bin/hookloom-hook',
    `sed -i 's/deny/allow/' ${STATE}/reviews/x/record`,
    `python3 -c "open('/home/dev/.hookloom/hooks.toml','w')"`,
    'cp /tmp/hook.cjs /opt/hookloom/dist/hook.cjs',
    'HOOKLOOM_STATE_DIR=/home/dev/.hookloom true',
    'tee ~/.hookloom/hooks.toml < /dev/null',
    'chmod -R 000 ~/.local',
    'cat ~/.hookloom/hooks.toml > x',
    `cat ${STATE}/reviews/key`,
    'find /home/dev/.local -name record -delete',
    'ln -sf /tmp/x ~/.hookloom/hooks.toml',
    'rm -rf ~/.local/state/h*',
    'rm -rf ~/.local/state/h* ~/.hook*/*.json',
    'mv .event* .away',
    'mkdir -p sub/.eventloom',
    'c=$(readlink -f "$(which hook""loom)"); rm -rf "${c%/*/*}"/dist',
    `python3 - <<'END'\nimport glob, os\nfor f in glob.glob(os.path.expanduser('~/.local/state/h*/reviews/*')): os.remove(f)\nEND`,
    'for d in ~/.local/state/h*; do cp t "$d/admin-token.sha256"; done',
  ])('changes our files: %s', (command) => {
    expect(ownPathIn(command, place)).not.toBeNull();
  });

  it.each([
    ['hookloom hooks trust --yes', 'hooks trust'],
    ['npx hookloom hooks trust -y', 'hooks trust'],
    ['env -i setsid node /opt/hookloom/bin/hookloom.cjs hooks trust --yes', 'hooks trust'],
    [`script -qc 'hookloom hooks trust --yes' /dev/null`, 'hooks trust'],
    ['hookloom hooks trust --revoke', 'hooks trust'],
    ['cd sub; zaxy uninstall --client codex', 'uninstall'],
    [`sh -c "hookloom uninstall"`, 'uninstall'],
    [`python3 -c 'import pty; pty.spawn(["sh","-c","hookloom hooks trust --yes"])'`, 'hooks trust'],
    [`tmux new -d 'hookloom hooks trust --yes'`, 'hooks trust'],
    [`echo 'hookloom hooks trust --yes' | sh`, 'hooks trust'],
    ['hookloom init --preset local-claude --force', 'init --force'],
    ['cd sub && hookloom init --yes', 'init'],
    ['hook""loom hooks trust --yes', 'hooks trust'],
    ['hookloom hooks claude-code -o .claude/settings.json --force', 'init --force'],
  ])('calls what only a person may: %s', (command, called) => {
    expect(ownCommandIn(command)).toBe(called);
  });
});

describe("allows an agent's shell command if it", () => {
  it.each([
    'rm -rf node_modules dist',
    'ls ~/.hookloom',
    'cat ~/.hookloom/hooks.toml 2>/dev/null',
    'cat .hookloom/hooks.toml',
    'rm -rf .hookloom/old.sh',
    'rm -rf ~/.hookloom-old',
    'git add .hookloom && git commit -m "add hooks"',
    'hookloom memory log --limit 10',
    'cd ~/shop && npm test',
    'rm -rf ../other/build',
    'find . -name "*.ts" -delete',
    'chmod +x check.sh',
    'echo $HOME',
    'rm -rf *',
    'rm -rf ~/*.log',
    'cat .eventloom/*.jsonl | head',
    'which hookloom',
    'npm ls hookloom > out.txt',
  ])('does not touch our files: %s', (command) => {
    expect(ownPathIn(command, place)).toBeNull();
  });

  it.each([
    'hookloom hooks trust',
    'hookloom hooks explain PreToolUse',
    'hookloom uninstall --dry-run',
    'git commit -m "docs: say when to run hookloom hooks trust --yes"',
    'grep -rn "hookloom uninstall" docs',
    'echo "run hookloom hooks trust --yes"',
    'hookloom memory append note --text uninstalled',
  ])('changes nothing with our commands: %s', (command) => {
    expect(ownCommandIn(command)).toBeNull();
  });
});
