import { launchChromium } from "./scripts/bench/browser.mjs";
import { serveFolder } from "./scripts/serve.mjs";
const server = await serveFolder("dist");
const browser = await launchChromium();
const variants = JSON.parse(process.argv[2]);
for (const [name, css] of Object.entries(variants)) {
const page = await (await browser.newContext({viewport:{width:1280,height:720},bypassCSP:true})).newPage();
await page.goto(server.url + "#example=six-sessions&step=40.1.asked.1");
await page.locator("h1").waitFor(); await page.waitForLoadState("networkidle"); await page.waitForTimeout(1500);
if (css) await page.addStyleTag({content:css});
await page.evaluate(() => document.activeElement?.blur());
for (let i=0;i<5;i++){ await page.keyboard.press("ArrowRight"); await page.waitForTimeout(60); }
await browser.startTracing(page, { categories: ["devtools.timeline","toplevel"] });
const N=50;
for (let i=0;i<N;i++){ await page.keyboard.press("ArrowRight"); await page.waitForTimeout(50); }
const trace = JSON.parse((await browser.stopTracing()).toString());
await page.context().close();
const ev=trace.traceEvents;
const keys=ev.filter(e=>e.ph==="X"&&e.name==="EventDispatch"&&e.args?.data?.type==="keydown");
const {pid,tid}=keys[0];
const main=ev.filter(e=>e.pid===pid&&e.tid===tid&&e.ph==="X");
const per=n=>{const v=keys.map((k,i)=>main.filter(e=>e.name===n&&e.ts>=k.ts&&e.ts<(keys[i+1]?.ts??1e18)).reduce((s,e)=>s+e.tdur,0)/1000).sort((a,b)=>a-b);return v[v.length>>2].toFixed(2)+"/"+v[v.length>>1].toFixed(2)};
const sum=n=>(main.filter(e=>e.name===n).reduce((s,e)=>s+e.tdur,0)/1000/N).toFixed(2);
console.log(name.padEnd(28), ["Layout","UpdateLayoutTree","PrePaint","Paint","Layerize","Commit","FunctionCall"].map(n=>n+" "+per(n)).join("  "));
}
await browser.close(); await server.close();
