import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo, Server } from 'node:net';
import { type Aim, Head } from './aim.ts';
import { answerPage } from './device.ts';
import type { CameraFaults } from './fault.ts';
import { PlainEncoder, type Planes } from './h264.ts';
import type { Account } from './login.ts';
import { HEIGHT, Scene, WIDTH } from './scene.ts';
import { StreamServer } from './stream.ts';

export interface CameraOptions {
  /** 0 = any free one. */
  readonly httpPort?: number;
  /** 0 = any free one; null = it has no stream. */
  readonly rtspPort?: number | null;
  readonly account?: Account;
  readonly onvif?: boolean;
  readonly ptz?: boolean;
  /** Its aperture can be set. */
  readonly iris?: boolean;
  readonly clockOffsetMs?: number;
  readonly framesPerSecond?: number;
  readonly pan?: number;
}

export interface SimulatedCamera {
  readonly httpPort: number;
  /** 0 = it has none. */
  readonly rtspPort: number;
  readonly account: Account;
  readonly faults: CameraFaults;
  /** Where it looks now. */
  aim(): Aim;
  moving(): boolean;
  /** How often each request of ONVIF, or a picture, was asked for. */
  readonly heard: ReadonlyMap<string, number>;
  /** Connections to its stream: those that watch, and all that there were. */
  viewers(): number;
  connections(): number;
  close(): Promise<void>;
}

/** The account of the simulated cameras. */
export const CAMERA_ACCOUNT: Account = { user: 'viewer', password: 'camera-demo' };
const ZONE_MS = 8 * 3_600_000;
/** A key picture comes so often, in pictures. */
const KEY_EVERY = 20;

/** Starts a camera on this machine: ONVIF, pictures and a stream, in which the aim and the instant can be read. */
export async function startCamera({
  httpPort = 0,
  rtspPort = 0,
  account = CAMERA_ACCOUNT,
  onvif = true,
  ptz = true,
  iris = true,
  clockOffsetMs = 0,
  framesPerSecond = 10,
  pan = 0,
}: CameraOptions = {}): Promise<SimulatedCamera> {
  const head = new Head();
  head.aim.pan = pan;
  const scene = new Scene();
  const encoder = new PlainEncoder(WIDTH, HEIGHT);
  const faults: CameraFaults = {};
  const heard = new Map<string, number>();
  const picture = (at = Date.now()): Planes => {
    head.advance();
    // The clock of the plants' zone, which has no summer time.
    return scene.paint(head.aim, at, new Date(at + ZONE_MS).toISOString().slice(11, 19));
  };
  const stream = new StreamServer({ account, faults, parameters: encoder });
  const pages = createServer((request, reply) => {
    const facts = {
      account,
      head,
      faults,
      ptz,
      iris,
      onvif,
      clockOffsetMs,
      picture,
      rtspPort: () => (rtspPort === null ? null : portOf(stream.server)),
      heard: (verb: string) => void heard.set(verb, (heard.get(verb) ?? 0) + 1),
    };
    answerPage(facts, request, reply).catch(() => reply.destroy());
  });
  await listening(pages, httpPort);
  if (rtspPort !== null) await listening(stream.server, rtspPort);

  const stop = film(stream, encoder, picture, framesPerSecond);
  return {
    httpPort: portOf(pages),
    rtspPort: rtspPort === null ? 0 : portOf(stream.server),
    account,
    faults,
    aim: () => {
      head.advance();
      return { ...head.aim };
    },
    moving: () => head.moving,
    heard,
    viewers: () => stream.viewers,
    connections: () => stream.connections,
    close: () => closed(stop, stream, pages),
  };
}

/** Sends pictures to whoever watches. @returns to end it */
function film(
  stream: StreamServer,
  encoder: PlainEncoder,
  picture: (at: number) => Planes,
  framesPerSecond: number,
): () => void {
  let frames = 0;
  let known = 0;
  const timer = setInterval(() => {
    if (stream.viewers === 0) {
      known = 0;
      return;
    }
    const at = Date.now();
    // Whoever is new begins with a key picture.
    const key = frames++ % KEY_EVERY === 0 || stream.viewers > known;
    known = stream.viewers;
    const planes = picture(at);
    stream.send({
      nals: key ? [encoder.sps, encoder.pps, encoder.key(planes)] : [encoder.difference(planes)],
      at,
    });
  }, 1000 / framesPerSecond);
  return () => clearInterval(timer);
}

async function closed(stop: () => void, stream: StreamServer, pages: HttpServer): Promise<void> {
  stop();
  stream.close();
  pages.closeAllConnections();
  await new Promise((resolve) => pages.close(resolve));
}

const portOf = (server: Server | HttpServer): number => (server.address() as AddressInfo).port;

function listening(server: Server | HttpServer, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve());
  });
}
