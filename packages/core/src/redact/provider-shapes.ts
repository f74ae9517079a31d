/**
 * The shapes of providers' keys. A line is a kind and groups of prefixes with the tail that follows them; a line that
 * begins with a blank continues the kind before. Rare providers share one kind. A blank precedes every prefix, and a
 * comma follows every group except the last of a line.
 *
 * A tail is a set and the least number of its characters: `w` letters and digits · `b` those with `_` and `-` · `t`
 * those of `b` with dots · `B` those of base64, also URL-encoded · `p` those of a path · `x` hex · `u` upper case and
 * digits. Characters after the number belong to the set too. `?` marks a prefix that proves little, so its tail has to
 * look random; `!` one in the middle of a key. Facts from the providers' documentation and from public rule lists; a
 * tail is masked as far as it extends.
 */
export const PROVIDER_SHAPES = `api-key glc_ B32, sec-c- B36, ops_eyJ ATATT3 ATCTT3 ATSTT3 ATOTT3 sntrys_ B60, t1. B80.?, fm2_ fm1r_ fm1a_ B100
 A3- u30-, FLWSECK FLWPUBK b15, AVNS_ endr+ endr%2B b16, NRAK- NRII- NRJS- NRRA- NRIQ- NRAA- b19
 sq0atp- sq0csp- sq0idp- b22, EAAA EAAl b22?, PMAK- b24, tvly- sb_secret_ b28, AKLT tskey- b30
 secret-live- secret-test- wandb_v1_ zpka_ b32, re_ polar_ b32?, AQVN b35, HRKU- b36
 b_ live_ sandbox_ b40?, sk-live- sk-test- b14?
 CCIPAT_ CCIPRJ_ lsv2_pt_ lsv2_sk_ pdl_live_ pdl_sdbx_ pcsk_ sgp_ slk_ cfut_ cfat_ cfk_ figd_ figu_ figor_ figoh_ b40
 glsa_ b41, CFPAT- sha256~ tgp_v1_ fo1_ b43, pa- b43?, tk-us- tk-eu- duffel_ shippo_ b45, IGQ sl. b60?
 os_v2_ A21AA nvapi- b60, fio-u- b64, dnkey- b70
 sk-lf- sdk- api- mob- access-production- access-sandbox- access-development- waka_ pat-na1- pat-na2- pat-eu1- pat-ap1- x36-
 oy2 w43, CLOJARS_ napi_ w60, rdme_ w70
 webhooks webhookb2 p60!
 pscale_ t36, dp. t43?, tfp_ t50
 pat. sat. t60?, sk.eyJ pk.eyJ 3MVG9 t60, pat t75?, dt0 t85, SCW u17, API- u26, rpa_ u40
 AGE-SECRET-KEY-1 u58, LTAI w12, rzp_live_ rzp_test_ w14
 access_token$ access_token%24 w20$%, sm_aat_ sm_pat_ sm_sat_ w16
 tr_dev_ tr_prod_ tr_stg_ tr_pat_ w20, fw_ ak- as- w22?, unkey_ w22, ATBB vcp_ vci_ vca_ vcr_ vck_ w24, aio_ rnd_ w28
 p8e- NF- bkua_ bkaj_ bkpi_ bkpt_ ico- AKID w32, apify_api_ ddp_ ddw_ pnu_ pnb_ nfp_ nfo_ nfc_ nfu_ w36, r8_ w37, 4b1d w38
 lin_api_ lin_oauth_ xau_ ion_ csk- jina_ pplx- phx_ phr_ phs_ w40, secret- ntn_ secret_ w43, gsk_ w50, EZAK EZTK w54, cmVmdGtu w56
 AKCp ATTA EAA eyJrIjoi w60, xai- w70, live_pub_ test_pub_ x31, 0/ 1/ x32/:?, key- pubkey- SK AC x32
 live_ test_ x35, sqp_ squ_ sqa_ pul- sbp_ x40, sk_ rubygems_ x48, pk1_ sk1_ x60
 xkeysib- xsmtpsib- x64-, crsr_ key_ s-s4t2ud- rootly_ sk-or-v1- sntryu_ sntrya_ x64, 1000. x64.
 v1.0- x90-
anthropic sk-ant- b20
aws AKIA ASIA ABIA ACCA AGPA AROA AIDA ANPA u16, A3T u17, ABSK B80
azure Q~ t31~!
github ghp_ gho_ ghu_ ghs_ ghr_ w36, github_pat_ b60
gitlab glpat- gldt- glrt- glrtr- glcbt- glft- glsoat- glimt- glagent- glffct- GR1348941 t20, glptt- gloas- b40
google AIza b35, GOCSPX- b28, ya29. 1//0 AQ.Ab b40
slack xoxb- xoxp- xoxa- xoxr- xoxs- xoxe- xoxo- xoxc- xoxd- xapp- B20, xoxe.xox t40, hooks.slack.com p40
stripe sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ w10, whsec_ B32
openai sk-proj- sk-svcacct- sk-admin- sk-None- b40, sk- w8?, sess- w40
npm npm_ w36
pypi pypi- b20?
docker dckr_pat_ dckr_oat_ b27
huggingface hf_ api_org_ w34
sendgrid SG. t60
telegram :AA %3AAA b32!
terraform .atlasv1. b60!
vault hvs. hvb. hvr. b24, s. w24?
databricks dapi dose dkea x32
digitalocean dop_v1_ doo_v1_ dor_v1_ x64
shopify shpat_ shpca_ shppa_ shpss_ shptka_ x32`;
