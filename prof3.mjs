import { join } from "node:path";
import { launchChromium } from "./scripts/bench/browser.mjs";
import { serveFolder } from "./scripts/serve.mjs";
const server = await serveFolder(process.argv[2] ?? "dist");
const browser = await launchChromium();
const page = await (await browser.newContext({viewport:{width:1280,height:720}})).newPage();
await page.goto(server.url + (process.argv[3] ?? "#example=six-sessions"));
await page.locator("h1").waitFor(); await page.waitForLoadState("networkidle"); await page.waitForTimeout(3000);
await page.evaluate(() => document.activeElement?.blur());
await browser.startTracing(page, { categories: ["devtools.timeline","disabled-by-default-devtools.timeline","disabled-by-default-v8.cpu_profiler","toplevel"] });
const N=+(process.argv[4]??100);
for (let i=0;i<N;i++){ await page.keyboard.press("ArrowRight"); await page.waitForTimeout(50); }
const trace = JSON.parse((await browser.stopTracing()).toString());
await browser.close(); await server.close();
const ev=trace.traceEvents;
const keys=ev.filter(e=>e.ph==="X"&&e.name==="EventDispatch"&&e.args?.data?.type==="keydown");
const {pid,tid}=keys[0];
const main=ev.filter(e=>e.pid===pid&&e.tid===tid&&e.ph==="X").sort((a,b)=>a.ts-b.ts||b.dur-a.dur);
{const st=[];const rows=[];for(const e of main){while(st.length&&st.at(-1).ts+st.at(-1).dur<=e.ts)st.pop();e.self=e.tdur;if(st.length)st.at(-1).self-=e.tdur;e.depth=st.length;st.push(e);} const k0=keys[30].ts,k1=keys[33].ts;for(const e of main)if(e.ts>=k0&&e.ts<k1&&e.tdur>250)console.log("EV",((e.ts-k0)/1000).toFixed(1).padStart(7)," ".repeat(e.depth),e.name,e.args?.data?.type??"",(e.tdur/1000).toFixed(2),"self",(e.self/1000).toFixed(2),e.name==="FunctionCall"?(e.args.data.functionName+":"+e.args.data.lineNumber+":"+e.args.data.columnNumber):"");}
const self={},cnt={}; const stack=[];
for(const e of main){ const t=e.tdur??0; while(stack.length&&stack.at(-1).ts+stack.at(-1).dur<=e.ts) stack.pop();
  const n=e.name+(e.name==="EventDispatch"?":"+e.args?.data?.type:"");
  self[n]=(self[n]??0)+t; cnt[n]=(cnt[n]??0)+1; if(stack.length){const p=stack.at(-1); self[p.n]-=t;} stack.push({...e,n}); }
console.log("per step, ms cpu (self):");
for(const [n,v] of Object.entries(self).sort((a,b)=>b[1]-a[1]).slice(0,28)) console.log((v/1000/N).toFixed(2).padStart(8),(cnt[n]/N).toFixed(1).padStart(7),n);
// per-step key to paint
const paints=main.filter(e=>e.name==="Paint"), tasks=main.filter(e=>e.name==="RunTask"||e.name==="ThreadControllerImpl::RunTask");
const w=keys.map(k=>{const p=paints.find(x=>x.ts>k.ts);if(!p)return 0;const last=tasks.find(t=>t.ts<=p.ts&&p.ts<=t.ts+t.dur)??p;const end=last.ts+last.dur;return tasks.filter(t=>t.ts+t.dur>k.ts&&t.ts<end).reduce((s,t)=>s+(t.tdur??0),0)/1000}).sort((a,b)=>a-b);
console.log("cpu key to paint: median",w[w.length>>1].toFixed(1),"p90",w[Math.floor(w.length*.9)].toFixed(1),"p99",w[Math.floor(w.length*.99)].toFixed(1));
