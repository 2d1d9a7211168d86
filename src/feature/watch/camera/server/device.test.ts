import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { decode } from 'jpeg-js';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#test/broker.ts';
import { silent } from '#server/database/log.ts';
import { CAMERA_ACCOUNT, type SimulatedCamera, startCamera } from '../../../../../simulator/camera/camera.ts';
import { type Marks, readMarks } from '../../../../../simulator/camera/mark.ts';
import { HEIGHT } from '../../../../../simulator/camera/scene.ts';
import { MOTIONS, type MotionName } from '../contract.ts';
import type { Frame } from '../domain/h264.ts';
import type { Camera } from './camera.ts';
import { Cameras } from './cameras.ts';
import { CameraFault } from './door.ts';
import { playStream } from './rtsp.ts';

let device: SimulatedCamera;
let cameras: Cameras;
beforeEach(async () => {
  device = await startCamera({ clockOffsetMs: -3 * 3600_000 });
  cameras = new Cameras(silent);
});
afterEach(async () => {
  cameras.close();
  await device.close();
});

const cameraAt = (one: SimulatedCamera, changes: Partial<Camera> = {}): Camera => ({
  id: 1,
  name: 'Camera',
  consumerId: 1,
  siteId: 1,
  kind: 'onvif',
  lack: null,
  fixed: false,
  door: {
    host: '127.0.0.1',
    httpPort: one.httpPort,
    rtspPort: one.rtspPort,
    ...CAMERA_ACCOUNT,
    allowed: new Set(['127.0.0.1']),
  },
  onvifPath: null,
  profile: null,
  streamPath: null,
  snapshotPath: null,
  moveMs: 500,
  version: '1',
  ...changes,
});

/** What a picture of JPEG says about itself. */
function marksOf(body: Buffer): Marks {
  const { data, width } = decode(body);
  return readMarks((column, row) => data[(row * width + column) * 4 + 1] ?? 0, HEIGHT);
}

/** A picture taken now, from its address alone: nobody else asked for it a moment ago. */
const look = async ({ door }: Camera): Promise<Marks> => {
  const picture = { ...cameraAt(device), door, kind: 'snapshot', snapshotPath: '/snapshot.jpg' } as const;
  return marksOf((await new Cameras(silent).eye(picture).snapshot()).body);
};
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Which way each motion moves what the pixels tell. */
const WAYS: Readonly<Record<MotionName, Partial<Record<keyof Marks, 1 | -1>>>> = {
  turnUp: { tilt: 1 },
  turnDown: { tilt: -1 },
  turnLeft: { pan: -1 },
  turnRight: { pan: 1 },
  turnLeftUp: { pan: -1, tilt: 1 },
  turnRightUp: { pan: 1, tilt: 1 },
  turnLeftDown: { pan: -1, tilt: -1 },
  turnRightDown: { pan: 1, tilt: -1 },
  zoomAdd: { zoom: 1 },
  zoomMinus: { zoom: -1 },
  focusAdd: { focus: 1 },
  focusMinus: { focus: -1 },
  apertureAdd: { iris: 1 },
  apertureMinus: { iris: -1 },
};

/** A camera that plays, then sends requests of its own and reads nothing more. */
async function askingCamera(): Promise<{ readonly port: number; close(): void }> {
  const sdp = 'm=video 0 RTP/AVP 96\r\na=rtpmap:96 H264/90000\r\n';
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
    socket.on('data', (chunk) => {
      const text = chunk.toString('latin1');
      const [method] = text.split(' ', 1);
      const body = method === 'DESCRIBE' ? sdp : '';
      const head = `RTSP/1.0 200 OK\r\nCSeq: ${/^CSeq: (\d+)/m.exec(text)?.[1]}\r\nSession: 1`;
      socket.write(`${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
      if (method !== 'PLAY') return;
      socket.pause();
      const asks = Buffer.from('A * RTSP/1.0\r\n\r\n'.repeat(10_000));
      const timer = setInterval(() => {
        if (socket.destroyed) clearInterval(timer);
        else if (socket.writableLength < asks.length) socket.write(asks);
      }, 5);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe('a camera that moves', () => {
  it('goes the right way by each of the fourteen motions, read out of its pixels, and stops by itself', async () => {
    const camera = cameraAt(device);
    const mover = cameras.mover(camera);
    // So that it can zoom out.
    await mover.move('zoomAdd', 1);
    await pause(200);
    await mover.stop();
    for (const motion of Object.keys(MOTIONS) as MotionName[]) {
      const before = await look(camera);
      await mover.move(motion, 1);
      await pause(80);
      await mover.stop();
      expect(device.moving()).toBe(false);
      const after = await look(camera);
      for (const key of ['pan', 'tilt', 'zoom', 'focus', 'iris'] as const) {
        const change = after[key] - before[key];
        const way = WAYS[motion][key] ?? 0;
        expect([motion, key, Math.abs(change) < 0.001 ? 0 : Math.sign(change)]).toEqual([motion, key, way]);
      }
    }
  }, 60_000);

  it('stops within its time when nobody repeats the motion, and goes on while somebody does', async () => {
    const mover = cameras.mover(cameraAt(device));
    await mover.move('turnRight', 1);
    for (let i = 0; i < 4; i++) {
      await pause(250);
      await mover.move('turnRight', 1);
      expect(device.moving()).toBe(true);
    }
    const begun = Date.now();
    await eventually('it stops', () => !device.moving());
    expect(Date.now() - begun).toBeLessThan(1000);
    await eventually('it was told so', () => (device.heard.get('Stop') ?? 0) === 1);
  });

  it('that refuses to stop is told speeds of nothing', async () => {
    device.faults.refuseStop = true;
    const mover = cameras.mover(cameraAt(device));
    await mover.move('turnUp', 1);
    const moves = device.heard.get('ContinuousMove') ?? 0;
    await mover.stop();
    expect(device.moving()).toBe(false);
    expect(device.heard.get('ContinuousMove')).toBe(moves + 1);
  });

  it('lacks what it lacks, each with its reason', async () => {
    const still = await startCamera({ ptz: false, iris: false });
    try {
      const camera = cameraAt(still, { id: 2 });
      expect(await cameras.eye(camera).abilities()).toEqual({
        head: 'noHead',
        zoom: 'noHead',
        focus: 'noFocus',
        iris: 'autoExposure',
        live: null,
        snapshot: null,
      });
      await expect(cameras.mover(camera).move('turnUp', 1)).rejects.toMatchObject({ lack: 'noHead' });
      await expect(cameras.mover(camera).move('apertureAdd', 1)).rejects.toMatchObject({
        lack: 'autoExposure',
      });
      const fixed = cameraAt(device, { id: 3, fixed: true });
      await expect(cameras.mover(fixed).move('turnUp', 1)).rejects.toMatchObject({ lack: 'fixed' });
      const wrong = cameraAt(device, {
        id: 4,
        door: { ...camera.door, httpPort: device.httpPort, password: 'x' },
      });
      await expect(cameras.eye(wrong).snapshot()).rejects.toThrow('refused the user name or password');
    } finally {
      await still.close();
    }
  });
});

describe('a hostile camera', () => {
  const snapshotAt = (changes: Partial<Camera> = {}) => cameras.eye(cameraAt(device, changes)).snapshot();

  it('that redirects without end, or sends without end, is left', async () => {
    device.faults.redirects = true;
    await expect(snapshotAt({ kind: 'snapshot', snapshotPath: '/snapshot.jpg' })).rejects.toThrow(
      'redirects without end',
    );
    device.faults.redirects = false;
    device.faults.endless = true;
    await expect(
      snapshotAt({ kind: 'snapshot', snapshotPath: '/snapshot.jpg', version: '2' }),
    ).rejects.toThrow('longer than 8 MB');
  });

  it.each(['169.254.169.254', '169.254.169.254:80', '127.0.0.2:9', '0.0.0.0'])(
    'that names %s is refused',
    async (host) => {
      device.faults.foreignHost = host;
      await expect(snapshotAt()).rejects.toThrow('names an address that is not allowed');
    },
  );

  it('that names itself as it is known in its own network is asked where it was entered', async () => {
    device.faults.foreignHost = `10.1.2.3:${device.httpPort}`;
    expect((await snapshotAt()).type).toBe('image/jpeg');
  });

  it('that is not there, or says nothing, is told so', async () => {
    const gone = cameraAt(device, {
      door: { ...cameraAt(device).door, httpPort: 9, allowed: new Set(['*']) },
    });
    await expect(cameras.eye(gone).snapshot()).rejects.toThrow('ECONNREFUSED');
  });

  it.each([
    ['garbage', { garbage: true }],
    ['pictures without end', { hugeFrames: true }],
    ['redirects', { redirects: true }],
    ['H.265', { h265: true }],
    ['B-pictures', { bPictures: true }],
  ])('whose stream is %s ends its own session alone', async (_name, faults) => {
    Object.assign(device.faults, faults);
    const told: CameraFault[] = [];
    const url = new URL(`rtsp://127.0.0.1:${device.rtspPort}/live`);
    const ears = { frame: () => {}, end: (fault: CameraFault) => told.push(fault) };
    const playing = playStream(cameraAt(device).door, url, ears);
    const fault = await playing.then(
      () => eventually('it ends', () => told.length > 0, 8000).then(() => told[0]),
      (error: unknown) => error,
    );
    expect(fault).toBeInstanceOf(CameraFault);
    await eventually('the connection is closed', () => device.viewers() === 0);
  });
});

it('a camera that asks without end and does not take the answers is left', async () => {
  const door = await askingCamera();
  try {
    const told: CameraFault[] = [];
    const url = new URL(`rtsp://127.0.0.1:${door.port}/live`);
    const ears = { frame: () => {}, end: (fault: CameraFault) => told.push(fault) };
    await playStream({ ...cameraAt(device).door, user: null, password: null }, url, ears);
    await eventually('it is left', () => told.length > 0);
    expect(told[0]?.text.en).toContain('requests without end');
  } finally {
    door.close();
  }
}, 20_000);

it('a picture that comes slowly is asked for once by all who wait for it', async () => {
  device.faults.pictureAfterMs = 900;
  const eye = cameras.eye(cameraAt(device, { kind: 'snapshot', snapshotPath: '/snapshot.jpg' }));
  const asked = [eye.snapshot()];
  for (let i = 0; i < 3; i++) {
    await pause(200);
    asked.push(eye.snapshot());
  }
  const pictures = await Promise.all(asked);
  expect([new Set(pictures).size, device.heard.get('snapshot')]).toEqual([1, 1]);
  device.faults.pictureAfterMs = 0;
  await pause(500);
  await eye.snapshot();
  expect(device.heard.get('snapshot')).toBe(2);
});

it('a clock that is set back keeps no picture for the present one', async () => {
  const eye = cameras.eye(cameraAt(device, { kind: 'snapshot', snapshotPath: '/snapshot.jpg' }));
  await eye.snapshot();
  const real = Date.now.bind(Date);
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => real() - 3_600_000);
  try {
    await pause(500);
    await eye.snapshot();
    expect(device.heard.get('snapshot')).toBe(2);
  } finally {
    clock.mockRestore();
  }
});

describe('the stream of a camera', () => {
  it.each([1, 7])('comes whole where the network cuts it into pieces of %i bytes', async (pieces) => {
    device.faults.pieces = pieces;
    const frames: Frame[] = [];
    const url = new URL(`rtsp://127.0.0.1:${device.rtspPort}/live`);
    const stream = await playStream(cameraAt(device).door, url, {
      frame: (frame) => frames.push(frame),
      end: () => {},
    });
    await eventually('pictures come', () => frames.length >= 3, 15_000);
    stream.close();
    expect(frames[0]?.key).toBe(true);
  });

  it('is one for all who watch, begins at once for each, and ends 10 s after the last', async () => {
    const camera = cameraAt(device);
    const counts = [0, 0, 0, 0, 0];
    const ends = counts.map((_count, i) =>
      cameras.watch(camera, { frame: () => (counts[i] = (counts[i] ?? 0) + 1), fault: () => {} }),
    );
    await eventually('all see it', () => counts.every((count) => count > 2));
    expect([device.viewers(), device.connections()]).toEqual([1, 1]);
    for (const end of ends) end();
    expect(cameras.streams).toBe(1);
    const again = cameras.watch(camera, { frame: () => {}, fault: () => {} });
    expect(device.connections()).toBe(1);
    again();
    cameras.close();
    await eventually('it is closed', () => device.viewers() === 0);
  });

  it('that brings reports and no picture says so, and plays when pictures come', async () => {
    device.faults.reportsAlone = true;
    const told: CameraFault[] = [];
    let frames = 0;
    cameras.watch(cameraAt(device), { frame: () => frames++, fault: (fault) => told.push(fault) });
    await eventually('it is told', () => told.length > 0, 10_000);
    expect([told[0]?.lack, frames, device.viewers()]).toEqual(['noPicture', 0, 1]);
    device.faults.reportsAlone = false;
    await eventually('it plays', () => frames > 0);
    expect([told.length, device.connections()]).toEqual([1, 1]);
    // So does one that stops to bring them.
    device.faults.reportsAlone = true;
    await eventually('it is told again', () => told.length > 1, 10_000);
    expect(told[1]?.lack).toBe('noPicture');
  }, 30_000);

  it('is had again when the camera is back', async () => {
    let frames = 0;
    let faults = 0;
    const camera = cameraAt(device);
    cameras.watch(camera, { frame: () => frames++, fault: () => faults++ });
    await eventually('it plays', () => frames > 0);
    const { httpPort, rtspPort } = device;
    await device.close();
    await eventually('it is told', () => faults > 0, 15_000);
    device = await startCamera({ httpPort, rtspPort });
    const before = frames;
    await eventually('it plays again', () => frames > before, 15_000);
  }, 40_000);

  it('is refused beyond sixteen a process', () => {
    for (let id = 10; id < 26; id++)
      cameras.watch(cameraAt(device, { id }), { frame: () => {}, fault: () => {} });
    expect(() => cameras.watch(cameraAt(device, { id: 26 }), { frame: () => {}, fault: () => {} })).toThrow(
      '16 streams',
    );
  });
});

it('the simulated camera itself outlives whoever speaks nonsense to it', async () => {
  const socket = connect(device.rtspPort, '127.0.0.1');
  socket.on('error', () => {});
  socket.write('nonsense\r\n\r\n');
  await pause(100);
  socket.destroy();
  expect((await look(cameraAt(device))).zoom).toBeCloseTo(1, 1);
});
