/**
 * Strings that look like secrets, generated at test time from the providers' documented key formats; none is stored,
 * none is real. Independent of the rules: a shape is a sequence of literals and random pieces of exact length.
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
  b32: `${UPPER}234567`,
  let: UPPER + LOWER,
  low: LOWER + DIGIT,
  dig: DIGIT,
};

/** `[an36]` is a random piece; all other text is literal. `[uuid]` is a UUID. */
export function fill(shape: string, random: Random): string {
  return generate(shape, random).secret;
}

/** A secret, and its longest random piece, which must not be readable afterwards. */
export function generate(shape: string, random: Random): { secret: string; core: string } {
  let core = '';
  const secret = shape
    .replaceAll('[uuid]', '[hex8]-[hex4]-4[hex3]-a[hex3]-[hex12]')
    .replace(
      /\[(an|url|b64|hex|HEX|b32|up|low|dig|let)(\d+)\]/g,
      (_all, name: string, length: string) => {
        const made = piece(ALPHABETS[name]!, Number(length), random);
        if (made.length > core.length) core = made;
        return made;
      },
    );
  return { secret, core };
}

function piece(alphabet: string, length: number, random: Random): string {
  let out = '';
  for (let i = 0; i < length; i++) out += alphabet[random.below(alphabet.length)];
  return out;
}

/** Keys with a prefix of their own, in any place: a provider and the shapes of its keys. */
const BY_PROVIDER = `
1password ops_eyJ[b64260] A3-[up6]-[up6]-[up5]-[up5]-[up5]-[up5]
adafruit aio_[an28]
adobe p8e-[low32]
age AGE-SECRET-KEY-1[b3258]
airtable pat[an14].[hex64]
alibaba LTAI[an20]
anthropic sk-ant-api03-[url93]AA sk-ant-admin01-[url93]AA sk-ant-oat01-[url86] sk-ant-sid01-[url86]
apify apify_api_[an36]
asana 1/[dig16]:[hex32]
atlassian ATATT3[url180] ATCTT3[url180] ATSTT3[url180] ATBB[an32]
aws AKIA[b3216] ASIA[b3216] ABIA[b3216] ACCA[b3216] ABSK[b6488]
azure [an3]8Q~[url34]
braintree access_token$production$[low16]$[hex32]
brevo xkeysib-[hex64]-[an16] xsmtpsib-[hex64]-[an16]
buildkite bkua_[hex40] bkpi_[hex40]
circleci CCIPAT_[an22]_[hex40] CCIPRJ_[an22]_[hex40]
clickhouse 4b1d[an38]
clojars CLOJARS_[low60]
cloudflare v1.0-[hex24]-[hex146]
contentful CFPAT-[url43]
cursor crsr_[hex64]
databricks dapi[hex32] dapi[hex32]-2
deno ddp_[an36] ddw_[an36]
digitalocean dop_v1_[hex64] doo_v1_[hex64] dor_v1_[hex64]
discord https://discord.com/api/webhooks/[dig18]/[url68]
docker dckr_pat_[url27] dckr_oat_[url32]
doppler dp.pt.[an43] dp.st.prd.[an43] dp.ct.[an43] dp.sa.[an43] dp.scim.[an43]
dropbox sl.[url136]
duffel duffel_test_[url43] duffel_live_[url43]
dynatrace dt0c01.[b3224].[b3264]
easypost EZAK[an54] EZTK[an54]
elevenlabs sk_[hex48]
endorlabs endr+[an16]
facebook EAAG[an110] EAAM[an110] EAACEdEose0cBA[an80]
figma figd_[url40] figu_[url40]
fireworks fw_[an24]
flutterwave FLWSECK_TEST-[hex32]-X FLWSECK-[hex32]-X
fly fo1_[url43] fm2_[b64120]
frameio fio-u-[url64]
github ghp_[an36] gho_[an36] ghu_[an36] ghs_[an36] ghr_[an36] github_pat_[an22]_[an59]
gitlab glpat-[url20] gldt-[url20] glrt-[url20] glcbt-[an2]_[url20] glptt-[hex40] glft-[url20] glsoat-[url20] glagent-[url50] gloas-[hex64] glimt-[url25] glffct-[url20] GR1348941[url20] glpat-[url27].01.[low9]
gocardless live_[url40]
google AIza[url35] GOCSPX-[url28] ya29.[url68] 1//0[url60]
grafana glc_[b6460] glsa_[an32]_[hex8] eyJrIjoi[an80]
groq gsk_[an52]
harness pat.[url22].[an24].[an20]
heroku HRKU-AA[url58]
hubspot pat-na1-[uuid] pat-eu1-[uuid]
huggingface hf_[let34] hf_[an34] api_org_[let34]
infracost ico-[an32]
intra42 s-s4t2ud-[hex64]
ionic ion_[low42]
jfrog AKCp[an69] cmVmdGtu[an57]
jwt eyJhbGciOiJIUzI1NiJ9.eyJ[url60].[url43]
langfuse sk-lf-[uuid]
langsmith lsv2_pt_[hex32]_[hex10] lsv2_sk_[hex32]_[hex10]
launchdarkly sdk-[uuid] api-[uuid] mob-[uuid]
linear lin_api_[an40] lin_oauth_[hex64]
lob live_[hex35] test_[hex35] live_pub_[hex31]
mailgun key-[hex32] pubkey-[hex32]
mapbox sk.eyJ[an60].[an22]
modal ak-[an22] as-[an22]
neon napi_[low64]
netlify nfp_[an36]
newrelic NRAK-[up27] NRII-[url32] NRJS-[hex19] NRIQ-[url32]
nightfall NF-[an32]
notion ntn_[an43] secret_[an43]
npm npm_[an36]
nuget oy2[low43]
nvidia nvapi-[url64]
octopus API-[up26]
onesignal os_v2_app_[low103]
openai sk-proj-[url74]T3BlbkFJ[url74] sk-svcacct-[url58]T3BlbkFJ[url58] sk-admin-[url58]T3BlbkFJ[url58] sk-[an20]T3BlbkFJ[an20] sk-[an48] sk-[hex32]
openrouter sk-or-v1-[hex64]
openshift sha256~[url43]
paddle pdl_live_apikey_[low26]_[an22]_[an3]
paypal A21AA[url90]
perplexity pplx-[an48]
pinecone pcsk_[an6]_[an63]
plaid access-production-[uuid] access-sandbox-[uuid]
planetscale pscale_tkn_[url43] pscale_pw_[url43] pscale_oauth_[url43]
polar polar_oat_[url43]
porkbun pk1_[hex64] sk1_[hex64]
posthog phx_[an43]
postman PMAK-[hex24]-[hex34]
prefect pnu_[an36]
pulumi pul-[hex40]
pypi pypi-AgEIcHlwaS5vcmc[url70]
razorpay rzp_live_[an14] rzp_test_[an14]
readme rdme_[low70]
render rnd_[an32]
replicate r8_[an37]
resend re_[an8]_[an24]
rootly rootly_[hex64]
rubygems rubygems_[hex48]
runpod rpa_[up42]
salesforce 3MVG9[an80]
scaleway SCW[up17]
scalingo tk-us-[url48]
sendgrid SG.[url22].[url43]
sentry sntryu_[hex64] sntrys_[b64120]
settlemint sm_aat_[an16] sm_pat_[an16] sm_sat_[an16]
shippo shippo_live_[hex40] shippo_test_[hex40]
shopify shpat_[hex32] shpca_[hex32] shppa_[hex32] shpss_[hex32]
slack xoxb-[dig12]-[dig13]-[an24] xoxp-[dig12]-[dig12]-[dig12]-[hex32] xoxa-2-[an48] xoxr-[an48] xoxs-[dig10]-[dig10]-[dig10]-[hex10] xapp-1-[up11]-[dig13]-[hex64] xoxe.xoxp-1-[up163] xoxe-1-[up146] https://hooks.slack.com/services/T[up8]/B[up8]/[an24]
sonar sqp_[hex40] squ_[hex40] sqa_[hex40]
sourcegraph sgp_[hex40] sgp_[hex16]_[hex40] slk_[hex64]
square sq0atp-[url22] sq0csp-[url43] EAAA[url60]
statsig secret-[an43]
stripe sk_live_[an24] sk_test_[an99] rk_live_[an24] rk_test_[an24] sk_prod_[an32] whsec_[an32]
stytch secret-live-[url36] secret-test-[url36]
supabase sbp_[hex40] sb_secret_[url31]
tailscale tskey-api-[an12]-[an32] tskey-auth-[an12]-[an32]
tavily tvly-[an32] tvly-dev-[an32]
teams https://example.webhook.office.com/webhookb2/[uuid]@[uuid]/IncomingWebhook/[hex32]/[uuid]
telegram [dig9]:AA[url33]
tencent AKID[an32]
terraform [an14].atlasv1.[url64]
together tgp_v1_[url43]
trello ATTA[hex72]
triggerdev tr_dev_[an20] tr_prod_[an20]
twilio SK[hex32] AC[hex32]
typeform tfp_[url44]_[url14]
unkey unkey_[an22]
vault hvs.[url92] hvb.[url140] hvr.[url90] s.[an24]
vercel vcp_[an56] vck_[an56]
volcengine AKLT[an40]
voyage pa-[url43]
wandb wandb_v1_[url40]
xai xai-[an80]
xata xau_[an43]
yandex AQVN[url36] t1.[url30].[url86]
zoho 1000.[hex32].[hex32]
zuplo zpka_[hex32]_[hex8]`;

export const PREFIXED_SHAPES: readonly string[] = BY_PROVIDER.trim()
  .split('\n')
  .flatMap((line) => line.split(' ').slice(1));

/** Recognised only by their name. */
export const NAMED_SHAPES: readonly [name: string, shape: string][] = `
AWS_SECRET_ACCESS_KEY [b6440]
DATADOG_API_KEY [hex32]
DD_APP_SECRET [hex40]
ALGOLIA_ADMIN_API_KEY [hex32]
HEROKU_API_KEY [uuid]
COHERE_API_KEY [an40]
MISTRAL_API_KEY [an32]
WANDB_API_KEY [hex40]
SNYK_TOKEN [uuid]
FASTLY_API_TOKEN [url32]
TWITCH_CLIENT_SECRET [low30]
SPOTIFY_CLIENT_SECRET [hex32]
AUTH0_CLIENT_SECRET [url64]
OKTA_API_TOKEN 00[url40]
ZENDESK_API_TOKEN [an40]
INTERCOM_ACCESS_TOKEN [b6460]
AIRTABLE_API_KEY key[an14]
ASANA_CLIENT_SECRET [hex32]
DROPBOX_APP_SECRET [low15]
TRAVIS_ACCESS_TOKEN [an22]
CODECOV_TOKEN [uuid]
CLOUDFLARE_API_KEY [hex37]
MAILCHIMP_API_KEY [hex32]-us12
DISCORD_BOT_TOKEN [an24].[url6].[url27]
KRAKEN_API_SECRET [b6486]
COINBASE_API_SECRET [url64]
RAILWAY_TOKEN [uuid]
TWITTER_ACCESS_SECRET [an45]
NYTIMES_API_KEY [an32]
MESSAGEBIRD_ACCESS_KEY [an25]
CONFLUENT_API_SECRET [b6464]
AZURE_CLIENT_SECRET [url40]
STORAGE_ACCOUNT_KEY [b6486]==
DB_PASSWORD [an16]
POSTGRES_PASSWORD [an12]!
REDIS_PASSWORD [hex24]
JWT_SECRET [b6443]=
SESSION_SECRET [hex64]
ENCRYPTION_KEY [hex64]
SIGNING_KEY [b6443]=
RAPIDAPI_KEY [an50]
SUMOLOGIC_ACCESS_KEY [an64]
LOGDNA_API_KEY [hex32]
PAGERDUTY_TOKEN [an20]
BITBUCKET_CLIENT_SECRET [url32]
LINKEDIN_CLIENT_SECRET [an16]
FACEBOOK_APP_SECRET [hex32]
MAXMIND_LICENSE_KEY [an6]_[an29]_mmk
GITTER_ACCESS_TOKEN [hex40]
KUCOIN_SECRET_KEY [uuid]
SENDBIRD_API_TOKEN [hex40]
SQUARESPACE_TOKEN [uuid]
FRESHBOOKS_TOKEN [low64]
MATTERMOST_TOKEN [low26]
FINNHUB_TOKEN [low20]
ETSY_ACCESS_TOKEN [low24]
BITTREX_SECRET_KEY [hex32]
OPENWEATHER_API_KEY [hex32]
ADOBE_CLIENT_SECRET [hex32]
LAUNCHDARKLY_ACCESS_TOKEN [url40]`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [string, string]);

/** The places in which a secret with a prefix occurs. */
export const PREFIXED_CONTEXTS: readonly ((secret: string) => string)[] = [
  (s) => s,
  (s) => `SERVICE=${s}`,
  (s) => `export SERVICE="${s}"`,
  (s) => `{"auth":{"value":"${s}"},"n":1}`,
  (s) => `  value: ${s}\n  other: 1`,
  (s) => `value = '${s}'`,
  (s) => `curl -H 'X-Header: ${s}' https://example.invalid/v1`,
  (s) => `2026-11-21T00:00:00Z INFO using ${s} for the upload`,
  (s) => `const client = new Client("${s}");`,
  (s) => `see (${s}), then go on`,
  (s) => `line one\n${s}\nline three`,
  (s) => `+    client.use('${s}')`,
  (s) => JSON.stringify(JSON.stringify({ body: s })),
  (s) => JSON.stringify({ out: `line one\n${s}\nline three` }),
  (s) => `https://example.invalid/path?a=1&v=${encodeURIComponent(s)}&b=2`,
  (s) => `<value>${s}</value>`,
  (s) => `| prod | \`${s}\` |`,
  (s) => `docker run -e SERVICE=${s} image`,
];

/** The places in which a secret that only has a name occurs. */
export const NAMED_CONTEXTS: readonly ((name: string, secret: string) => string)[] = [
  (n, s) => `${n}=${s}`,
  (n, s) => `export ${n}="${s}"`,
  (n, s) => `${n.toLowerCase()}: ${s}`,
  (n, s) => `${camel(n)}: "${s}"`,
  (n, s) => `{"${n.toLowerCase()}": "${s}"}`,
  (n, s) => `const config = { ${camel(n)}: '${s}' };`,
  (n, s) => `${camel(n)} := "${s}"`,
  (n, s) => `var ${camel(n)} string = "${s}"`,
  (n, s) => `private static final String ${n} = "${s}";`,
  (n, s) => `'${n.toLowerCase()}' => '${s}',`,
  (n, s) => `docker run -e ${n}=${s} image`,
  (n, s) => `deploy --${n.toLowerCase().replaceAll('_', '-')} ${s} --region eu`,
  (n, s) => JSON.stringify({ env: `${n}=${s}` }),
  (n, s) => JSON.stringify(JSON.stringify({ [camel(n)]: s })),
  (n, s) => `https://example.invalid/path?a=1&${n.toLowerCase()}=${encodeURIComponent(s)}&b=2`,
  (n, s) => `[default]\n${n.toLowerCase()} = ${s}\nregion = eu`,
  (n, s) => `<add key="${camel(n)}" value="${s}" />`,
  (n, s) => `<${camel(n)}>${s}</${camel(n)}>`,
  (n, s) => `- name: ${n}\n  value: ${s}\n`,
  (n, s) => `os.environ["${n}"] = "${s}"`,
];

function camel(name: string): string {
  return name.toLowerCase().replace(/_([a-z0-9])/g, (_all, letter: string) => letter.toUpperCase());
}
