import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PACKAGE = path.resolve('packages/cli');
let root: string;
let bin: string;

const env: NodeJS.ProcessEnv = {
  ...process.env,
  npm_config_update_notifier: 'false',
  // As installed: search by meaning is on.
  RETRIEVAL_FUZZY: '',
};
delete env['NODE_EXTRA_CA_CERTS'];

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'hookloom-package-'));
  const packed = execFileSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', root],
    {
      cwd: PACKAGE,
      env,
      encoding: 'utf8',
    },
  );
  const tarball = path.join(root, (JSON.parse(packed) as { filename: string }[])[0]!.filename);
  fs.writeFileSync(path.join(root, 'package.json'), '{"private":true}');
  execFileSync('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], {
    cwd: root,
    env,
  });
  bin = path.join(root, 'node_modules', '.bin');
});
afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const run = (command: string, args: string[], more: NodeJS.ProcessEnv = {}) =>
  spawnSync(path.join(bin, command), args, {
    cwd: root,
    env: { ...env, ...more },
    input: '',
    encoding: 'utf8',
  });

test('installing the packed package adds one package, under 50 MB, without install scripts', () => {
  const lock = JSON.parse(fs.readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  expect(Object.keys(lock.packages)).toEqual(['', 'node_modules/hookloom']);
  expect(lock.packages['node_modules/hookloom']!.hasInstallScript).toBeUndefined();
  const bytes = fs
    .readdirSync(path.join(root, 'node_modules'), { recursive: true, encoding: 'utf8' })
    .reduce((sum, file) => sum + fs.lstatSync(path.join(root, 'node_modules', file)).size, 0);
  expect(bytes).toBeLessThan(50 * 1024 * 1024);
});

test('without the encoder, the memory searches by words and says so', () => {
  const { stdout } = run('hookloom', ['status']);
  expect(stdout).toContain('The memory searches by words: @hookloom/encoder-en is not installed.');
  const report = JSON.parse(run('hookloom', ['doctor', '--json']).stdout) as {
    rows: { id: string; status: string; message: string }[];
  };
  expect(report.rows.find(({ id }) => id === 'search_by_meaning')).toMatchObject({
    status: 'warning',
    message: expect.stringContaining('@hookloom/encoder-en is not installed') as string,
  });
});

test('both commands of the installed package record, verify and answer from memory', () => {
  expect(run('zaxy', ['hook-event', 'heartbeat', '--source', 'manual'])).toMatchObject({
    status: 0,
    stdout: '',
  });
  const appended = run('hookloom', [
    'memory',
    'append',
    'decision.made',
    '--actor',
    'me',
    '--payload-json',
    '{"decision":"Ship the parser in one file"}',
  ]);
  expect(appended).toMatchObject({ status: 0 });
  expect(run('hookloom', ['verify'])).toMatchObject({ status: 0 });
  const checkout = run('hookloom', [
    'memory',
    'checkout',
    'Which decision was made about the parser file?',
  ]);
  expect(checkout.stdout).toContain('Ship the parser in one file');
  expect(checkout.stdout).toMatch(/eventloom:\/\/[a-z0-9.-]+\/events\/\d+#[0-9a-f]{12}/);
});

test('names the command that installs the driver of Neo4j, and goes on recording and answering without it', () => {
  const neo4j = { PROJECTION_BACKEND: 'neo4j', NEO4J_PASSWORD: 'secret' };
  const remedy = 'Install it next to Hookloom: npm install --global neo4j-driver';
  const { stdout } = run('hookloom', ['status'], neo4j);
  expect(stdout).toContain('The Neo4j driver is not installed.');
  const report = JSON.parse(run('hookloom', ['doctor', '--json'], neo4j).stdout) as {
    rows: { message: string; remediation: string | null }[];
  };
  expect(JSON.stringify(report.rows)).toContain(remedy);
  expect(run('zaxy', ['hook-event', 'heartbeat', '--source', 'manual'], neo4j).status).toBe(0);
  const words = ['--payload-json', '{"decision":"Name the graph after the shop"}'];
  const appended = run(
    'hookloom',
    ['memory', 'append', 'decision.made', '--actor', 'me', ...words],
    neo4j,
  );
  expect(appended.status).toBe(0);
  const answer = run('hookloom', ['memory', 'checkout', 'What names the graph?'], neo4j);
  expect(answer.stdout).toContain('Name the graph after the shop');
});

test('the driver of PostgreSQL comes with the package', () => {
  const answer = run('hookloom', ['status'], {
    PROJECTION_BACKEND: 'postgres',
    HOOKLOOM_PROJECTION_URL: 'postgresql://ann@127.0.0.1:9/shop',
  });
  expect(answer.stdout).toContain('The projection store cannot be reached.');
});

test('the hook examples are in the package and work from there', () => {
  const found = fs.readdirSync(path.join(root, 'node_modules/hookloom/examples/hooks'));
  expect(found).toEqual(expect.arrayContaining(['pre-tool-check.sh', 'session-logger.sh']));
  const { status, stdout, stderr } = run('hookloom', ['hooks', 'test', '--examples', '--json']);
  expect({ status, stderr }).toMatchObject({ status: 0 });
  expect(JSON.parse(stdout)).toMatchObject({ passed: true });
  expect(stderr).toContain(path.join('hookloom', 'examples', 'hooks'));
});
