import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Camera } from '#feature/watch/camera/server/camera.ts';
import { Cameras } from '#feature/watch/camera/server/cameras.ts';
import { packed } from '#feature/watch/camera/domain/h264.ts';
import { silent } from '#server/database/log.ts';
import { CAMERA_ACCOUNT } from '../simulator/camera/camera.ts';
import { ROOT } from './product.ts';
import { fixed, limit, machineNow, measuredNow, type Part, type Section, table, whole } from './section.ts';

/*
 * What it costs the product to take sixteen streams and make of each what goes to a viewer. The cameras are simulated in
 * another process, which is not counted.
 */
const STREAMS = 16;
const SECONDS = Number(process.env['BENCH_CAMERA_SECONDS'] ?? 60);
const WARM_MS = 5000;

const cameraAt = (id: number, httpPort: number): Camera => ({
  id,
  name: `Camera ${id}`,
  consumerId: 1,
  siteId: 1,
  kind: 'onvif',
  lack: null,
  fixed: false,
  door: { host: '127.0.0.1', httpPort, rtspPort: 554, ...CAMERA_ACCOUNT, allowed: new Set(['127.0.0.1']) },
  onvifPath: null,
  profile: null,
  streamPath: null,
  snapshotPath: null,
  moveMs: 600,
  version: '1',
});

async function measure(say: (line: string) => void): Promise<Part[]> {
  const machine = machineNow();
  const host = fork(join(ROOT, 'bench/cameraHost.ts'), [String(STREAMS)]);
  const cameras = new Cameras(silent);
  try {
    const [ports] = (await once(host, 'message')) as [readonly number[]];
    let bytes = 0;
    let frames = 0;
    for (const [i, port] of ports.entries())
      cameras.watch(cameraAt(i + 1, port), {
        frame: (frame) => {
          frames++;
          bytes += packed(frame.nals).length;
        },
        fault: () => {},
      });
    await sleep(WARM_MS);
    say(`${STREAMS} streams for ${SECONDS} s …`);
    const [bytes0, frames0] = [bytes, frames];
    const begun = performance.now();
    const before = process.cpuUsage();
    await sleep(SECONDS * 1000);
    const { user, system } = process.cpuUsage(before);
    const seconds = (performance.now() - begun) / 1000;
    const cores = (user + system) / 1e6 / seconds;
    const perStream = ((bytes - bytes0) * 8) / 1e6 / seconds / STREAMS;
    const text = `${measuredNow(machine)}

${STREAMS} simulated cameras, each watched once for ${SECONDS} s, in which nothing but the clock moves. CPU is that of the process that takes the streams, without the cameras.

${table(
  ['what', 'measured', 'limit'],
  [
    ['pictures a second, all streams', whole((frames - frames0) / seconds), ''],
    ['Mbit/s a stream', fixed(perStream), ''],
    ['CPU, cores', fixed(cores), limit(cores, '≤', 0.5)],
  ],
)}`;
    return [{ title: 'Cameras', text }];
  } finally {
    cameras.close();
    host.kill();
  }
}

export const cameras: Section = { name: 'cameras', onRequest: true, measure };
