export const VIEWER_STYLE = `
:root{--paper:#fbfaf7;--ink:#22262b;--soft:#6a7078;--line:#e2dfd7;--card:#fff;--accent:#7a4b1e;--accent-soft:#f3e9dc;
--good:#2f6b3f;--good-soft:#e6f1e6;--bad:#a1282c;--bad-soft:#fae5e3;--warn:#8a6100;--shadow:0 1px 2px rgb(40 30 10/.06);
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;
--text:system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",sans-serif}
@media (prefers-color-scheme:dark){:root{--paper:#16181b;--ink:#e4e2dc;--soft:#9aa0a8;--line:#2d3137;--card:#1d2024;
--accent:#e0a96d;--accent-soft:#33291d;--good:#8fcf9d;--good-soft:#1d2f22;--bad:#f0908c;--bad-soft:#3a2021;
--warn:#e3bd6a;--shadow:none}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/1.5 var(--text)}
header{max-width:72rem;margin:0 auto;padding:1.75rem 1.25rem .75rem}
h1{font-size:1.35rem;font-weight:650;margin:0;letter-spacing:-.01em}
h1 small{font-weight:400;color:var(--soft);font-size:.9rem;margin-left:.6rem}
main{max-width:72rem;margin:0 auto;padding:0 1.25rem 4rem;display:grid;grid-template-columns:15rem minmax(0,1fr);gap:1.5rem}
@media (max-width:52rem){main{grid-template-columns:minmax(0,1fr)}}
.banner{border-radius:.5rem;padding:.6rem .9rem;margin:.9rem 0 0;background:var(--good-soft);color:var(--good);overflow-wrap:anywhere}
.banner.bad{background:var(--bad-soft);color:var(--bad)}
.banner b{font-weight:650}
nav{display:flex;flex-direction:column;gap:.25rem;align-self:start;position:sticky;top:1rem;max-height:90vh;overflow:auto}
@media (max-width:52rem){nav{position:static;max-height:14rem}}
nav button{all:unset;cursor:pointer;padding:.45rem .65rem;border-radius:.4rem;display:flex;justify-content:space-between;gap:.5rem}
nav button:hover{background:var(--accent-soft)}
nav button[aria-current=true]{background:var(--accent-soft);color:var(--accent);font-weight:600}
nav .name{overflow-wrap:anywhere}
nav .count{color:var(--soft);font-variant-numeric:tabular-nums;font-weight:400}
nav .broken{color:var(--bad)}
button:focus-visible,input:focus-visible,select:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:1px}
.filters{position:sticky;top:0;z-index:1;background:var(--paper);padding:.75rem 0 .6rem;display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.filters input,.filters select{font:inherit;color:inherit;background:var(--card);border:1px solid var(--line);border-radius:.4rem;padding:.4rem .6rem}
.filters input{flex:1 1 14rem;min-width:8rem}
.filters select{max-width:15rem}
.tally{color:var(--soft);font-size:.85rem;flex-basis:100%}
ol{list-style:none;margin:0;padding:0;background:var(--card);border:1px solid var(--line);border-radius:.6rem;box-shadow:var(--shadow);overflow:hidden}
li{border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 3.6rem}
li:first-child{border-top:0}
details>summary{list-style:none;cursor:pointer;padding:.55rem .9rem;display:grid;grid-template-columns:4rem minmax(0,1fr) auto;gap:.1rem .75rem;align-items:baseline}
details>summary::-webkit-details-marker{display:none}
details>summary:hover,details[open]>summary{background:var(--accent-soft)}
.seq{color:var(--soft);font:.85rem var(--mono);text-align:right}
.type{font:600 .88rem var(--mono);color:var(--accent);overflow-wrap:anywhere}
.who{color:var(--soft);font-size:.85rem;margin-left:.6rem;font-family:var(--text);font-weight:400}
.time{color:var(--soft);font-size:.82rem;font-variant-numeric:tabular-nums;white-space:nowrap}
.about{grid-column:2/-1;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;unicode-bidi:isolate}
.tag{font-size:.75rem;border:1px solid var(--line);border-radius:1rem;padding:0 .45rem;margin-left:.5rem;white-space:nowrap;color:var(--soft);font-family:var(--text);font-weight:400}
.tag.warn{color:var(--warn);border-color:currentColor}
.body{padding:.25rem .9rem 1rem 5.65rem}
@media (max-width:52rem){.body{padding-left:.9rem}details>summary{grid-template-columns:2.6rem minmax(0,1fr)}.time{grid-column:2}.about{white-space:normal}}
dl{display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.15rem .9rem;margin:.4rem 0 .8rem;font-size:.88rem}
dt{color:var(--soft)}
dd{margin:0;font-family:var(--mono);font-size:.84rem;overflow-wrap:anywhere}
dd button,.more{font:inherit;font-family:var(--text);font-size:.8rem;cursor:pointer;color:var(--accent);background:none;border:1px solid var(--line);border-radius:.35rem;padding:.05rem .5rem;margin-left:.6rem}
dd button:hover,.more:hover{background:var(--accent-soft)}
pre{margin:0;padding:.75rem .9rem;background:var(--paper);border:1px solid var(--line);border-radius:.4rem;font:.82rem/1.5 var(--mono);white-space:pre-wrap;overflow-wrap:anywhere;max-height:32rem;overflow:auto;unicode-bidi:plaintext}
.more{display:block;margin:1rem auto;padding:.45rem 1rem}
.empty{padding:2rem;text-align:center;color:var(--soft)}
`;
