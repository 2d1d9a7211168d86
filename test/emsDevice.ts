import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type EmsPlan, EmsStation } from '../simulator/device/emsStation.ts';

/*
 * A simulated EMS as a process of its own, which can be killed: what it loads is in its file before it answers, and it
 * answers some time later.
 */
const [url = '', token = '', file = '', slowMs = '0'] = process.argv.slice(2);

const loaded: Record<string, EmsPlan[]> = {};
for (const line of existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []) {
  if (line === '') continue;
  const { device, plan } = JSON.parse(line) as { readonly device: string; readonly plan: EmsPlan };
  (loaded[device] ??= []).push(plan);
}

await EmsStation.connect({
  url,
  token,
  loaded,
  slowMs: Number(slowMs),
  faultOf: () => 'slow',
  onLoad: (device, plan) => appendFileSync(file, `${JSON.stringify({ device, plan })}\n`),
});
process.send?.('listens');
