import { chromium } from '@playwright/test';
const [,, user, lang, ground, ...paths] = process.argv;
const b = await chromium.launch({ executablePath: '/usr/bin/chromium', args:['--no-sandbox'] });
const c = await b.newContext({ viewport: { width: Number(process.env.W??1440), height: Number(process.env.H??900) }, colorScheme: ground });
const p = await c.newPage();
p.on('console', m => m.type()==='error' && console.log('console', m.text()));
p.on('pageerror', e => console.log('pageerror', e.message));
await p.addInitScript(([l]) => localStorage.setItem('meterhouse.language', l), [lang]);
const base = process.env.BASE ?? 'http://127.0.0.1:26080';
await p.goto(base + '/');
await p.waitForSelector('input[name="userName"], input[name="username"], input');
const inputs = p.locator('form input');
await inputs.nth(0).fill(user); await p.locator('input[type="password"]').fill(user + '-demo');
await p.keyboard.press('Enter');
await p.waitForURL(/overview/i, { timeout: 60000 });
for (const path of paths) {
  const [to, name] = path.split('=>');
  if (to !== '.') await p.goto(base + '/#' + to);
  await p.waitForTimeout(Number(process.env.WAIT ?? 3500));
  await p.screenshot({ path: `/tmp/shots/${name}.png`, fullPage: !!process.env.FULL });
}
await b.close();
