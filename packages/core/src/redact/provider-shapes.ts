/**
 * What the keys of providers look like: a line is a kind, one or more prefixes, and the tail that follows: an alphabet
 * and its least length. `w` letters and digits · `b` those with `_` and `-` · `B` base64 · `x` hex · `u` upper case and
 * digits · `l` lower case and digits · `d` digits · `t` those of `b` with dots · `g` a UUID. Facts of the providers' own
 * documentation; longer tails than the least are masked whole.
 */
export const PROVIDER_SHAPES = `
1password ops_eyJ B60
1password A3- u30-
adafruit aio_ w28
age AGE-SECRET-KEY-1 u58
alibaba LTAI w12
anthropic sk-ant- b20
asana 0/ 1/ x32
atlassian ATATT3 ATCTT3 ATSTT3 ATOTT3 b60
atlassian ATBB w24
aws AKIA ASIA ABIA ACCA AGPA AROA AIDA u16
aws ABSK B80
braintree access_token$production$ w16$
buildkite bkua_ bkaj_ bkpi_ bkpt_ x32
brevo xkeysib- xsmtpsib- x64
circleci CCIPAT_ CCIPRJ_ b40
clojars CLOJARS_ l60
contentful CFPAT- b43
cursor crsr_ x64
databricks dapi x32
deno ddp_ ddw_ w36
digitalocean dop_v1_ doo_v1_ dor_v1_ x64
discord discord.com/api/webhooks/ discordapp.com/api/webhooks/ p40
docker dckr_pat_ dckr_oat_ b27
doppler dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit. t40
dropbox sl. b60
duffel duffel_test_ duffel_live_ b43
dynatrace dt0c01. dt0s01. dt0s16. t80
easypost EZAK EZTK w54
elevenlabs sk_ x48
endor endr+ b16
facebook EAACEdEose0cBA EAAG EAAB w60
figma figd_ figu_ figor_ figoh_ b40
fireworks fw_ w22
flutterwave FLWSECK_TEST- FLWSECK- FLWPUBK_TEST- b12
fly fo1_ b43
fly fm2_ fm1r_ fm1a_ B100
frameio fio-u- b64
github ghp_ gho_ ghu_ ghs_ ghr_ w36
github github_pat_ b60
gitlab glpat- gldt- glrt- glcbt- glft- glsoat- glimt- glagent- glffct- GR1348941 b20
gitlab glptt- gloas- x40
gocardless live_ b40
google AIza b35
google GOCSPX- b28
google ya29. b40
google 1//0 b40
grafana glc_ B32
grafana glsa_ b41
groq gsk_ w50
harness pat. sat. t60
heroku HRKU- b36
hubspot pat-na1- pat-eu1- pat-na2- pat-ap1- g
huggingface hf_ api_org_ w34
infracost ico- w32
ionic ion_ b42
jfrog AKCp w60
jfrog cmVmdGtu w56
langfuse sk-lf- g
langsmith lsv2_pt_ lsv2_sk_ b40
launchdarkly sdk- api- mob- g
linear lin_api_ lin_oauth_ w40
lob live_ test_ x35
mailgun key- pubkey- x32
mapbox sk.eyJ t60
modal ak- as- w22
neon napi_ l60
netlify nfp_ nfo_ nfc_ w36
newrelic NRAK- NRII- NRJS- NRRA- NRIQ- NRAA- b19
nightfall NF- w32
notion ntn_ secret_ w43
npm npm_ w36
nuget oy2 l43
nvidia nvapi- b60
octopus API- u26
openai sk-proj- sk-svcacct- sk-admin- sk-None- b40
openai sk- w32
openrouter sk-or-v1- x64
openshift sha256~ b43
paddle pdl_live_apikey_ pdl_sdbx_apikey_ b40
perplexity pplx- w40
pinecone pcsk_ b40
plaid access-production- access-sandbox- access-development- g
planetscale pscale_tkn_ pscale_pw_ pscale_oauth_ t32
polar polar_oat_ polar_pat_ polar_whs_ b32
porkbun pk1_ sk1_ x60
posthog phx_ phr_ w43
postman PMAK- x24-
prefect pnu_ pnb_ l36
pubnub sec-c- B40
pulumi pul- x40
pypi pypi- b50
razorpay rzp_live_ rzp_test_ w14
readme rdme_ l70
render rnd_ w28
replicate r8_ w37
rootly rootly_ x64
rubygems rubygems_ x48
salesforce 3MVG9 t60
scaleway SCW u17
scalingo tk-us- b48
segment sgp_ w64
sendgrid SG. t60
sentry sntrys_ B60
sentry sntryu_ sntrya_ x64
settlemint sm_aat_ sm_pat_ sm_sat_ w16
shippo shippo_live_ shippo_test_ x40
shopify shpat_ shpca_ shppa_ shpss_ shptka_ x32
slack xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo- xoxc- xoxd- xapp- b20
slack xoxe.xoxp- xoxe.xoxb- b40
slack hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/ p30
sonar sqp_ squ_ sqa_ x40
sourcegraph sgp_ slk_ x40
square sq0atp- sq0csp- sq0idp- b22
square EAAA b60
statsig secret- w43
stripe sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ w16
stripe whsec_ B32
stytch secret-live- secret-test- b32
supabase sbp_ x40
supabase sb_secret_ b28
tailscale tskey-api- tskey-auth- tskey-client- tskey-scim- tskey-webhook- b20
tavily tvly- b32
teams webhook.office.com/webhookb2/ p40
telegram :AA b33
tencent AKID w32
terraform .atlasv1. b60
together tgp_v1_ b43
triggerdev tr_dev_ tr_prod_ tr_stg_ tr_preview_ tr_pat_ w20
twilio SK AC x32
typeform tfp_ b59
unkey unkey_ b22
vault hvs. hvb. hvr. b24
vercel vcp_ vci_ vca_ vcr_ vck_ w24
voyage pa- b43
wandb wandb_v1_ b32
xai xai- w70
xata xau_ w40
yandex AQVN b35
yandex t1. b60
zoho 1000. x32.
zuplo zpka_ b32
`;
