import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { type WebSocket, WebSocketServer } from 'ws';
import { stillMay } from '#feature/house/session/server/public.ts';
import { addressOf, trustsOf } from '#server/address.ts';
import { mayUpgrade } from '#server/plugin/hosts.ts';
import type { Upgrade } from '#server/plugin/upgrade.ts';
import type { Services } from '#server/route.ts';
import { hashSecret } from '#server/secret.ts';
import { WrongTokens } from '#server/wrongTokens.ts';
import { FRAME_HEAD } from '../contract.ts';
import { type Frame, packed } from '../domain/h264.ts';
import { type Camera, cameraOf } from './camera.ts';
import { camerasOf, readerOf } from './cameras.ts';
import { CameraFault } from './door.ts';
import { openPermits, type Permit, sessionOpen, takePermit } from './permit.ts';
import { WATCH } from './permission.ts';

const FOREIGN = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';
/** A browser that is this far behind gets no more until the next picture that needs no other, bytes. */
const BEHIND = 2 * 2 ** 20;
/** How often a watcher is asked whether it is there and may still watch, ms. */
const LOOK_MS = 10_000;
const MOST_WATCHERS = 300;
const FULL = new CameraFault({
  zh: `平台同时播放的画面已达 ${MOST_WATCHERS} 路，请稍后再看`,
  en: `The platform shows ${MOST_WATCHERS} pictures at once already: try again later`,
});
/** A person fills four windows of nine pictures; more would take them from others. */
const MOST_OF_PERSON = 36;
const ENOUGH = new CameraFault({
  zh: `本账号同时观看的画面已达 ${MOST_OF_PERSON} 路，请先关闭其他画面`,
  en: `This account watches ${MOST_OF_PERSON} pictures at once already: close another first`,
});
/** Codes of a close (RFC 6455 7.4.2: 4000 … 4999 are the product's own). */
const [NOT_ALLOWED, CANNOT] = [4403, 4409];

const COOKIE = /(?:^|;\s*)(?:__Host-)?meterhouse_session=([^;]+)/g;

/** Takes the WebSockets of live pictures. */
export function openVideo(app: FastifyInstance, services: Services): Upgrade {
  const cameras = camerasOf(services);
  const people = new People();
  const permitOf = openPermitDoor(services);
  const sockets = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false });
  app.addHook('onClose', async () => {
    for (const client of sockets.clients) client.terminate();
    cameras.close();
  });
  // Whoever brings no permit gets no WebSocket: what waits for the end of one would take a place from those who watch.
  return (request, socket, head) => {
    socket.on('error', () => {});
    if (!mayUpgrade(request.headers, services.config)) return refuse(socket);
    permitOf(request)
      .then((permit) => {
        if (!permit) return refuse(socket);
        sockets.handleUpgrade(request, socket, head, (client) => {
          client.on('error', () => {});
          serve(services, people, client, permit).catch((error: unknown) => {
            services.log.warn(`Live pictures: ${String(error)}`);
            client.close(CANNOT);
          });
        });
      })
      .catch((error: unknown) => {
        services.log.warn(`Live pictures: ${String(error)}`);
        refuse(socket);
      });
  };
}

/** Answers that nothing is given, and does not wait for the other side. */
const refuse = (socket: Duplex): void => void socket.end(FOREIGN, () => socket.destroy());

/** Answers the permit that a request brings with the cookie of its session, or undefined; holds back addresses that bring wrong ones. */
function openPermitDoor({
  system,
  config,
}: Services): (request: IncomingMessage) => Promise<Permit | undefined> {
  const trusts = trustsOf(config.web.trustedProxies);
  const guard = new WrongTokens(() => openPermits(system), Date.now, { usedAtOnce: true });
  return async (request) => {
    const { url, headers } = request;
    const token = new URLSearchParams(url?.split('?')[1]).get('token') ?? '';
    const offer = { address: addressOf(request, trusts), hash: hashSecret(token) };
    if ((await guard.admit(offer)) > 0) return undefined;
    const sessions = [...(headers.cookie ?? '').matchAll(COOKIE)].map(([, value = '']) => value);
    const permit = await takePermit(system, token, sessions);
    guard[permit ? 'right' : 'wrong'](offer);
    return permit;
  };
}

/** How many pictures are watched, by each person and in all. */
class People {
  readonly #watched = new Map<number, number>();
  #all = 0;

  /** Counts one more until its connection closes. @returns why there is no room; null = there was */
  join(employeeId: number, client: WebSocket): CameraFault | null {
    const now = this.#watched.get(employeeId) ?? 0;
    if (now >= MOST_OF_PERSON) return ENOUGH;
    if (this.#all >= MOST_WATCHERS) return FULL;
    this.#all++;
    this.#watched.set(employeeId, now + 1);
    client.once('close', () => {
      this.#all--;
      const left = (this.#watched.get(employeeId) ?? 0) - 1;
      if (left > 0) this.#watched.set(employeeId, left);
      else this.#watched.delete(employeeId);
    });
    return null;
  }
}

async function serve(services: Services, people: People, client: WebSocket, permit: Permit): Promise<void> {
  const camera = await cameraOf(services.system, readerOf(services), permit.cameraId);
  if (client.readyState !== client.OPEN) return;
  const full = people.join(permit.employeeId, client);
  if (full) {
    tell(client, full);
    return client.close(CANNOT);
  }
  const send = sender(client);
  let end: () => void;
  try {
    end = camerasOf(services).watch(camera, { frame: send, fault: (fault) => tell(client, fault) });
  } catch (error) {
    if (!(error instanceof CameraFault)) throw error;
    tell(client, error);
    return client.close(CANNOT);
  }
  let alive = true;
  client.on('pong', () => (alive = true));
  const look = setInterval(() => {
    if (!alive) return client.terminate();
    alive = false;
    client.ping();
    mayWatch(services, permit, camera)
      .then((may) => {
        if (!may) client.close(NOT_ALLOWED);
      })
      .catch(() => {});
  }, LOOK_MS);
  client.on('close', () => {
    clearInterval(look);
    end();
  });
}

/** Whether the session goes on, the account still sees the camera, and its connection is as it was. */
async function mayWatch(services: Services, permit: Permit, camera: Camera): Promise<boolean> {
  if (!(await sessionOpen(services.system, permit.sessionHash))) return false;
  const begun = {
    employeeId: permit.employeeId,
    funCode: WATCH,
    madeIn: String(camera.consumerId),
    madeWithin: [camera.siteId],
  };
  if (!(await stillMay(services.system, begun))) return false;
  const now = await cameraOf(services.system, readerOf(services), camera.id).catch(() => undefined);
  return now?.version === camera.version;
}

const tell = (client: WebSocket, { text, lack }: CameraFault): void => {
  if (client.readyState === client.OPEN) client.send(JSON.stringify({ lack, text }));
};

/** Sends pictures; who falls behind goes on with the next that needs no other. */
function sender(client: WebSocket): (frame: Frame) => void {
  let waiting = true;
  return (frame) => {
    if (client.readyState !== client.OPEN) return;
    if (client.bufferedAmount > BEHIND) waiting = true;
    if (waiting && !frame.key) return;
    if (waiting && client.bufferedAmount > BEHIND) return;
    waiting = false;
    const body = packed(frame.nals);
    const message = Buffer.allocUnsafe(FRAME_HEAD + body.length);
    message.writeUInt8(frame.key ? 1 : 0, 0);
    message.writeDoubleBE(frame.at, 1);
    message.set(body, FRAME_HEAD);
    client.send(message);
  };
}
