// Session files of Claude Code with pages from the web in their tool results: prose, HTML, minified code, base64, URLs,
// logs and non-Latin scripts, and an assistant that repeats some of it. Seeded: the same lines every time.
import { zipfWords } from './agent-log.mjs';

/** Of one page, at least and at most. */
const PAGE_CHARS = [1_000, 20_000];
const SCRIPTS = [
  ['Настройки', 'сервера', 'очередь', 'повторить', 'соединение', 'ошибка', 'версия', 'порт'],
  ['設定', '接続', '再試行', 'サーバー', 'エラー', '待ち行列', '更新する', '値は'],
  ['配置', '服务器', '重试队列', '连接错误', '版本号', '端口', '数据库', '缓存'],
  ['الخادم', 'إعادة', 'المحاولة', 'الاتصال', 'خطأ', 'إصدار', 'المنفذ', 'قائمة'],
];

/** Yields the lines of one session file until its tool results contain this many characters. */
export function* webSession({ chars, sessionId, cwd, seed = 11 }) {
  const words = zipfWords(seed);
  const number = numbers(seed);
  const pick = (list) => list[number(list.length)];
  const host = () => `${words(1)}${number(90)}.example`;
  const base = { isSidechain: false, cwd, sessionId, version: '2.1.197' };
  const sentence = () =>
    `The ${words(3)} of ${words(1)}Client needs ${words(4)} at https://${host()}/${words(1)}/${number(9999)} on port ${number(60_000)}. `;
  const base64 = (length) => Buffer.from(words(length)).toString('base64');
  const shapes = [
    () => Array.from({ length: 6 }, sentence).join('') + '\n\n',
    () =>
      `<div class="${words(1)}-${number(99)}"><a href="https://${host()}/${words(1)}?q=${number(9999)}">${words(6)}</a></div>`,
    () =>
      `function ${words(1)}(e,t){return e.${words(1)}[${number(99)}]=t||${number(9999)},n(e,"${words(1)}")};`,
    () => base64(200),
    () => `${Array.from({ length: 30 }, () => pick(pick(SCRIPTS))).join(' ')}。`,
    () => Array.from({ length: 40 }, () => pick(SCRIPTS[2])).join(''),
    () =>
      `{"${words(1)}":${number(9999)},"${words(1)}":["${words(1)}","${words(2)}"],"id":"${words(1)}-${number(99_999)}"},`,
    () =>
      `2026-10-01T12:${number(60)}:${number(60)}Z WARN ${words(1)}.${words(1)}: ${words(5)} (${number(9999)} ms)\n`,
    () => `${pick(['.', '!', '-', '=', ' ', '_', '?'])}`.repeat(400),
  ];
  let line = 0;
  const record = (parts) =>
    JSON.stringify({
      ...base,
      promptId: `p-${sessionId}-${line >> 3}`,
      timestamp: new Date(Date.UTC(2026, 9, 1) + line++ * 10_000).toISOString(),
      ...parts,
    });
  const say = (role, content) =>
    record({ type: role, uuid: `u-${sessionId}-${line}`, message: { role, content } });
  for (let told = 0; told < chars;) {
    yield say(
      'user',
      `Read what ${host()} says about ${words(4)}, and keep the port ${number(60_000)}.`,
    );
    const shape = pick(shapes);
    let page = sentence();
    const size = PAGE_CHARS[0] + number(PAGE_CHARS[1] - PAGE_CHARS[0]);
    while (page.length < size) page += (number(3) === 0 ? pick(shapes) : shape)();
    page = page.slice(0, size);
    told += page.length;
    const id = `toolu_${sessionId}_${line}`;
    const input = { url: `https://${host()}/`, prompt: words(3) };
    yield say('assistant', [{ type: 'tool_use', id, name: 'WebFetch', input }]);
    yield record({
      type: 'user',
      uuid: `r-${id}`,
      message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: page }] },
      toolUseResult: { bytes: page.length, code: 200, result: page, url: input.url },
    });
    const repeated = page.slice(0, 400);
    const own = Array.from({ length: 12 }, sentence).join('');
    yield say('assistant', [
      { type: 'text', text: `${repeated} ${own}\n\n${page.slice(-800)}\nWe use ${words(8)}.` },
    ]);
  }
}

/** Whole numbers below a bound. */
function numbers(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
