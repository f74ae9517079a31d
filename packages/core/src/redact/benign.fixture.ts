/** Lines without a secret: code, configuration, prose, and random text that is not secret. */
import fs from 'node:fs';
import { fill, type Random } from './corpus.fixture.ts';

const TEMPLATES = [
  '    "integrity": "sha512-[b6486]==",',
  'commit [hex40]',
  'index [hex7]..[hex7] 100644',
  '"id": "[uuid]",',
  'const id = "[uuid]";',
  'etag: W/"[hex16]-[hex8]"',
  'background: url(data:image/png;base64,iVBORw0KGgo[b64120]);',
  'max_tokens: [dig4]',
  '"prompt_tokens": [dig3], "completion_tokens": [dig3], "total_tokens": [dig4]',
  'tokenizer = AutoTokenizer.from_pretrained("model-[low6]")',
  'pip install sk-learn-pipelines==1.[dig2].0',
  'from [low12].[low11].[low13] import thing',
  'com.example.[low10].[low12].[low14]',
  'sha256:[hex64]',
  'docker pull registry.invalid/app@sha256:[hex64]',
  'const token = await getToken(user);',
  'if (token === null) return refresh(session.token);',
  'password: string;',
  'type Credentials = { password: string; token?: string };',
  'passwordField.addEventListener("input", validatePassword);',
  'throw new Error("password must be at least 12 characters long");',
  'The secretary wrote the minutes and the author signed them.',
  'Basic authentication is not enough for this service.',
  'Set the bearer of the message before sending it.',
  'cookie_policy = strict',
  'cookies: accepted by default, see the policy',
  'export API_KEY=$API_KEY',
  'password: ${{ secrets.DB_PASSWORD }}',
  'apiKey: process.env.API_KEY,',
  'token: <your token here>',
  'secret: "********"',
  'keyboard: { key: "Enter", keyCode: 13 }',
  'for (const key of Object.keys(map)) map[key] = key.length;',
  '{"key":"value-[dig2]","keys":["a","b"]}',
  'SELECT token_count FROM usage WHERE day = "2026-11-[dig2]"',
  'auth: { enabled: true, provider: "oidc" }',
  'https://example.invalid/docs/authentication#tokens',
  'git clone https://example.invalid/team/repo-[dig3].git',
  'function a(b,c){return b.d(c)?e[f]:g.h(i,j)}var k=[dig3],l="[low8]";',
  'it("rejects an expired token and keeps the password unchanged", async () => {',
  'primary_key: id, foreign_key: user_id',
  'v[dig1].[dig2].[dig1]-alpha.[dig1]',
  'Mon Nov 21 05:[dig2]:00 2026 build [dig6] finished in [dig3] ms',
  '@@ -[dig2],[dig1] +[dig2],[dig1] @@ export function parse(text: string) {',
  'key-[low5]-[low6]: the name of a css variable',
  'AKIN is a word, EYJafjallajokull a volcano',
  'live_reload_enabled_for_development_builds_only: true',
  'test_that_the_parser_handles_nested_objects_correctly',
  'sk_SK.UTF-8 and pk-constraint are no keys',
  'pat. pending, sat. morning, s. also',
  '.token-[low4] { color: #[hex6]; background: url("/assets/[hex8].png") no-repeat }',
  'auth.errors.password_required: Enter your password',
  'label: t("login.password"), placeholder: "Your password"',
  '{"token":"punctuation.definition.string","regex":"[^\\"]+"}',
  'curl -sS -H "Accept: application/json" https://example.invalid/v1/items/[dig5]',
  'Bearer tokens are sent in the Authorization header; basic 24-bit colour is supported.',
  'GITHUB_TOKEN=$(gh auth token) npm publish',
  'session_id: [uuid], turn_id: [uuid]',
  'key={item.id} onKeyDown={handleKey} accessKey="s"',
  'x-request-id: [uuid]  etag: "[hex32]"  cache-key: [hex40]',
  'INFO token refreshed for user [dig4], expires_in=[dig4]',
  'vagrant@[low5]:~/src$ npm run build -- --token-limit [dig4]',
] as const;

/** At least `count` lines, half of them from the sources of this repository and of the TypeScript library. */
export function benignLines(count: number, random: Random): string[] {
  const lines = new Set<string>();
  for (const file of [
    'node_modules/typescript/lib/lib.dom.d.ts',
    'node_modules/typescript/lib/lib.es5.d.ts',
    'node_modules/esbuild/lib/main.js',
    'package-lock.json',
    'docs/explanation/architecture.md',
  ]) {
    const all = fs.readFileSync(file, 'utf8').split('\n');
    for (let i = 0; i < count / 8; i++) lines.add(all[random.below(all.length)]!);
  }
  for (let i = 0; lines.size < count; i++)
    lines.add(
      fill(TEMPLATES[i % TEMPLATES.length]!, random) + (i < TEMPLATES.length ? '' : ` ${i}`),
    );
  return [...lines];
}
