/**
 * Strings that look like secrets, made at test time from what providers say their keys look like; none is stored, none is
 * real. Written apart from the rules: a shape is a sequence of literals and random pieces of exact length.
 */

export interface Random {
  /** A whole number below `n`. */
  below(n: number): number;
}

/** Mulberry32: the same strings every time. */
export function seeded(seed: number): Random {
  let a = seed;
  return {
    below(n) {
      a = (a + 0x6d2b79f5) | 0;
      let t = Math.imul(a ^ (a >>> 15), 1 | a);
      t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
      return ((((t ^ (t >>> 14)) >>> 0) / 4294967296) * n) | 0;
    },
  };
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const LOWER = UPPER.toLowerCase();
const DIGIT = '0123456789';
const ALPHABETS: Record<string, string> = {
  an: UPPER + LOWER + DIGIT,
  url: `${UPPER}${LOWER}${DIGIT}-_`,
  b64: `${UPPER}${LOWER}${DIGIT}+/`,
  hex: '0123456789abcdef',
  HEX: '0123456789ABCDEF',
  up: UPPER + DIGIT,
  low: LOWER + DIGIT,
  dig: DIGIT,
};

/** `[an36]` is a random piece; everything else stands as it is. `[uuid]` is a UUID. */
export function fill(shape: string, random: Random): string {
  return shape
    .replaceAll('[uuid]', '[hex8]-[hex4]-4[hex3]-a[hex3]-[hex12]')
    .replace(/\[(an|url|b64|hex|HEX|up|low|dig)(\d+)\]/g, (_all, name: string, length: string) =>
      piece(ALPHABETS[name]!, Number(length), random),
    );
}

function piece(alphabet: string, length: number, random: Random): string {
  const draw = (): string =>
    Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('');
  let out = draw();
  // Keys of that length hold a digit; one without does not happen in practice.
  if (length < 8) return out;
  for (let i = 0; i < 100 && !/\d/.test(out); i++) out = draw();
  return out;
}

/** Known by their own prefix, wherever they stand. */
export const PREFIXED_SHAPES = `AKIA[up16] ASIA[up16] ABIA[up16] ACCA[up16] ABSK[b6488]
ghp_[an36] gho_[an36] ghu_[an36] ghs_[an36] ghr_[an36] github_pat_[an22]_[an59]
glpat-[url20] gldt-[url20] glrt-[url20] glcbt-[url22] glptt-[hex40] glft-[url20] glsoat-[url20] glagent-[url50] gloas-[hex64] glimt-[url25] GR1348941[url20]
xoxb-[dig12]-[dig13]-[an24] xoxp-[dig12]-[dig12]-[dig12]-[hex32] xoxa-2-[dig12]-[dig12]-[hex32] xoxr-[dig12]-[dig12]-[an24] xoxs-[dig10]-[dig10]-[dig10]-[hex10] xapp-1-[up11]-[dig13]-[hex64] xoxe.xoxp-1-[an60]
sk_live_[an24] sk_test_[an24] rk_live_[an24] rk_test_[an24] whsec_[an32]
sk-proj-[url48] sk-svcacct-[url58] sk-admin-[url58] sk-[an20]T3BlbkFJ[an20] sk-[hex32]
sk-ant-api03-[url93]AA sk-ant-admin01-[url93]AA sk-ant-oat01-[url86]
AIza[url35] GOCSPX-[url28] ya29.[url68]
hf_[an34] api_org_[an34] npm_[an36] pypi-AgEIcHlwaS5vcmc[url70]
dckr_pat_[url27] dckr_oat_[url32] dop_v1_[hex64] doo_v1_[hex64] dor_v1_[hex64]
HRKU-AA[url58] key-[hex32] pubkey-[hex32] SG.[url22].[url43] SK[hex32]
https://hooks.slack.com/services/T[up8]/B[up8]/[an24] https://discord.com/api/webhooks/[dig18]/[url68]
shpat_[hex32] shpca_[hex32] shppa_[hex32] shpss_[hex32] sq0atp-[url22] sq0csp-[url43] EAAA[url60]
access_token$production$[low16]$[hex32] access-production-[uuid] access-sandbox-[uuid]
dapi[hex32] NRAK-[up27] NRII-[url32] NRJS-[hex19] glc_[b6460] glsa_[an32]_[hex8]
sntryu_[hex64] sntrys_[b64120] lin_api_[an40] ntn_[an43] secret_[an43]
ATATT3[url180] ATCTT3[url180] ATBB[an32] figd_[url40] sl.[url136]
dp.pt.[an43] dp.st.prd.[an43] dp.ct.[an43] dp.sa.[an43] hvs.[url92] hvb.[url140] [an14].atlasv1.[url64]
pul-[hex40] pscale_tkn_[url43] pscale_pw_[url43] pscale_oauth_[url43] PMAK-[hex24]-[hex34] pnu_[low36] rdme_[low70] rubygems_[hex48]
sqp_[hex40] squ_[hex40] sqa_[hex40] sbp_[hex40] sb_secret_[url31] nfp_[an36] fo1_[url43] fm2_[b64120] rnd_[an32] r8_[an37]
pplx-[an48] gsk_[an52] xai-[an80] tgp_v1_[url43] sk-or-v1-[hex64] lsv2_pt_[hex32]_[hex10] lsv2_sk_[hex32]_[hex10] sk-lf-[uuid] pcsk_[an6]_[an63]
pat-na1-[uuid] pat-eu1-[uuid] ops_eyJ[b64260] AGE-SECRET-KEY-1[up58] CLOJARS_[low60] aio_[an28] LTAI[an20] AKID[an32] AQVN[url36]
EZAK[an54] EZTK[an54] duffel_test_[url43] duffel_live_[url43] FLWSECK_TEST-[hex32]-X FLWSECK-[hex32]-X fio-u-[url64] live_[url40] ico-[an32] AKCp[an69] cmVmdGtu[an57]
sdk-[uuid] api-[uuid] mob-[uuid] live_[hex35] test_[hex35] xkeysib-[hex64]-[an16] xsmtpsib-[hex64]-[an16] shippo_live_[hex40] shippo_test_[hex40] tfp_[url44]_[url14]
API-[up26] CFPAT-[url43] dt0c01.[up24].[up64] phx_[an43] rzp_live_[an14] rzp_test_[an14] tk-us-[url48] sm_aat_[an16] sm_pat_[an16] sgp_[hex40] slk_[hex64]
tskey-api-[an12]-[an32] tskey-auth-[an12]-[an32] secret-live-[url36] secret-test-[url36] CCIPAT_[an22]_[hex40] CCIPRJ_[an22]_[hex40] bkua_[hex40]
ddp_[an36] endr+[an16] nvapi-[url64] napi_[low64] NF-[an32] pdl_live_apikey_[low26]_[an22]_[an3] pk1_[hex64] sk1_[hex64] rootly_[hex64] SCW[up17] tr_dev_[an20] tr_prod_[an20] xau_[an43] oy2[low43] sha256~[url43] polar_oat_[url43] tvly-[an32] pa-[url43] crsr_[hex64] ion_[low42] 3MVG9[an80] wandb_v1_[url40]
EAACEdEose0cBA[an80] 1000.[hex32].[hex32] figu_[url40] vcp_[an56] glffct-[url20] zpka_[hex32]_[hex8] unkey_[an22] bkpi_[hex40] NRIQ-[url32] dp.scim.[an43]`
  .split(/\s+/)
  .filter((shape) => shape !== '');

/** Known only by the name they are given. */
export const NAMED_SHAPES: readonly [name: string, shape: string][] = [
  ['AWS_SECRET_ACCESS_KEY', '[b6440]'],
  ['DATADOG_API_KEY', '[hex32]'],
  ['DD_APP_SECRET', '[hex40]'],
  ['ALGOLIA_ADMIN_API_KEY', '[hex32]'],
  ['HEROKU_API_KEY', '[uuid]'],
  ['COHERE_API_KEY', '[an40]'],
  ['MISTRAL_API_KEY', '[an32]'],
  ['WANDB_API_KEY', '[hex40]'],
  ['SNYK_TOKEN', '[uuid]'],
  ['FASTLY_API_TOKEN', '[url32]'],
  ['TWITCH_CLIENT_SECRET', '[low30]'],
  ['SPOTIFY_CLIENT_SECRET', '[hex32]'],
  ['AUTH0_CLIENT_SECRET', '[url64]'],
  ['OKTA_API_TOKEN', '00[url40]'],
  ['ZENDESK_API_TOKEN', '[an40]'],
  ['INTERCOM_ACCESS_TOKEN', '[b6460]'],
  ['AIRTABLE_API_KEY', 'key[an14]'],
  ['ASANA_CLIENT_SECRET', '[hex32]'],
  ['DROPBOX_APP_SECRET', '[low15]'],
  ['TRAVIS_ACCESS_TOKEN', '[an22]'],
  ['CODECOV_TOKEN', '[uuid]'],
  ['CLOUDFLARE_API_KEY', '[hex37]'],
  ['MAILCHIMP_API_KEY', '[hex32]-us12'],
  ['TELEGRAM_BOT_TOKEN', '[dig9]:AA[url33]'],
  ['KRAKEN_API_SECRET', '[b6486]'],
  ['COINBASE_API_SECRET', '[url64]'],
  ['RAILWAY_TOKEN', '[uuid]'],
  ['TWITTER_ACCESS_SECRET', '[an45]'],
  ['NYTIMES_API_KEY', '[an32]'],
  ['MESSAGEBIRD_ACCESS_KEY', '[an25]'],
  ['CONFLUENT_API_SECRET', '[b6464]'],
  ['AZURE_CLIENT_SECRET', '[url3]8Q~[url34]'],
  ['STORAGE_ACCOUNT_KEY', '[b6486]=='],
  ['DB_PASSWORD', '[an16]'],
  ['POSTGRES_PASSWORD', '[an12]!'],
  ['REDIS_PASSWORD', '[hex24]'],
  ['JWT_SECRET', '[b6443]='],
  ['SESSION_SECRET', '[hex64]'],
  ['ENCRYPTION_KEY', '[hex64]'],
  ['SIGNING_KEY', '[b6443]='],
  ['RAPIDAPI_KEY', '[an50]'],
  ['SUMOLOGIC_ACCESS_KEY', '[an64]'],
  ['LOGDNA_API_KEY', '[hex32]'],
  ['PAGERDUTY_TOKEN', '[an20]'],
  ['BITBUCKET_CLIENT_SECRET', '[url32]'],
  ['LINKEDIN_CLIENT_SECRET', '[an16]'],
  ['FACEBOOK_APP_SECRET', '[hex32]'],
  ['MAXMIND_LICENSE_API_KEY', '[an6]_[an29]_mmk'],
  ['GITTER_ACCESS_TOKEN', '[hex40]'],
  ['KUCOIN_SECRET_KEY', '[uuid]'],
];

/** Where a secret with a prefix stands. */
export const PREFIXED_CONTEXTS: readonly ((secret: string) => string)[] = [
  (s) => s,
  (s) => `export SERVICE=${s}`,
  (s) => `{"auth":{"value":"${s}"},"n":1}`,
  (s) => `  value: ${s}\n  other: 1`,
  (s) => `curl -H 'X-Key: ${s}' https://example.invalid/v1`,
  (s) => `2026-11-21T00:00:00Z INFO using ${s} for the upload`,
  (s) => `const client = new Client("${s}");`,
  (s) => `see (${s}), then go on`,
  (s) => `line one\n${s}\nline three`,
  (s) => JSON.stringify(JSON.stringify({ body: s })),
];

/** Where a secret that only has a name stands. */
export const NAMED_CONTEXTS: readonly ((name: string, secret: string) => string)[] = [
  (n, s) => `${n}=${s}`,
  (n, s) => `export ${n}="${s}"`,
  (n, s) => `${n.toLowerCase()}: ${s}`,
  (n, s) => `{"${n.toLowerCase()}": "${s}"}`,
  (n, s) => `const config = { ${camel(n)}: '${s}' };`,
  (n, s) => `docker run -e ${n}=${s} image`,
  (n, s) => `deploy --${n.toLowerCase().replaceAll('_', '-')} ${s} --region eu`,
  (n, s) => JSON.stringify({ env: `${n}=${s}` }),
  (n, s) => `https://example.invalid/path?a=1&${n.toLowerCase()}=${encodeURIComponent(s)}&b=2`,
  (n, s) => `[default]\n${n.toLowerCase()} = ${s}\nregion = eu`,
];

function camel(name: string): string {
  return name.toLowerCase().replace(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase());
}
