import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { HOUR_MS } from '#domain/time/duration.ts';
import type { Ingest } from '#feature/meters/ingest/server/public.ts';
import { addressOf, type Trusts, trustsOf } from '#server/address.ts';
import { listenTo, type Listener } from '#server/database/listen.ts';
import type { Upgrade } from '#server/plugin/upgrade.ts';
import type { Services } from '#server/route.ts';
import { WrongTokens } from '#server/wrongTokens.ts';
import { OCPP_PATH } from '../contract.ts';
import { Charger, PROTOCOL, type RpcClient } from './charger.ts';
import { COMMAND_CHANNEL, endOverdue, takeCommand } from './command.ts';
import { forgetEvents, noteEvent } from './event.ts';
import { keyHashOf, offeredKey } from './key.ts';
import { issuedKeys, type Pile, pileOf } from './pile.ts';
import { interruptSilent } from './session.ts';
import { forgetShares, shareAtSite, ShareLooks, sharingSites } from './share.ts';
import { SHARE_CHANNEL } from './shareChannel.ts';

const MOST_CHARGERS = 5000;
/** A message of OCPP 1.6 is a few kB; the largest are the ends of sessions with their values. */
const MOST_BYTES = 64 * 1024;
const IDENTITY = /^[A-Za-z0-9*_=:+|@.-]{1,48}$/;
const PING_MS = 30_000;
const LOOK_MS = 10_000;

const answer = (status: string): string =>
  `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
const same = (a: string, b: string): boolean => {
  const [one, other] = [a, b].map((text) => createHash('sha256').update(text).digest()) as [Buffer, Buffer];
  return timingSafeEqual(one, other);
};

/** The identity that a request names, or undefined where it can be none. */
function identityIn(url: string | undefined): string | undefined {
  try {
    const [path = ''] = (url ?? '').split('?');
    const identity = decodeURIComponent(path.slice(OCPP_PATH.length));
    return path.startsWith(OCPP_PATH) && IDENTITY.test(identity) ? identity : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the WebSockets of chargers that speak OCPP 1.6J, each by its own key (HTTP Basic, the identity as user name). Of two
 * connections of one identity the later holds: a charger that lost its line is not kept out by the old one.
 */
export function openChargers(app: FastifyInstance, services: Services, ingest: Ingest): Upgrade {
  const door = new ChargerDoor(services, ingest);
  // While their connections are open: each is told why it ends.
  app.addHook('preClose', () => door.close());
  return (request, socket, head) => {
    socket.on('error', () => {});
    door.upgrade(request, socket, head).catch((error: unknown) => {
      services.log.warn(`The door of chargers: ${String(error)}`);
      socket.end(answer('503 Service Unavailable'));
    });
  };
}

/** Whether a header is a list of protocols, each once (RFC 6455, 4.1); the server of the library fails at others. */
function areTokens(header: string | undefined): boolean {
  const names = header?.split(',').map((name) => name.trim()) ?? [];
  return names.every((name) => /^[\w!#$%&'*+.^`|~-]+$/.test(name)) && new Set(names).size === names.length;
}

type RpcServer = InstanceType<(typeof import('ocpp-rpc'))['RPCServer']>;

class ChargerDoor {
  readonly #services: Services;
  readonly #ingest: Ingest;
  readonly #wrongKeys: WrongTokens;
  readonly #trusts: Trusts;
  readonly #chargers = new Map<number, Charger>();
  #server: Promise<RpcServer> | undefined;
  #listener: Listener | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  #closed = false;

  constructor(services: Services, ingest: Ingest) {
    this.#services = services;
    this.#ingest = ingest;
    this.#trusts = trustsOf(services.config.web.trustedProxies);
    this.#wrongKeys = new WrongTokens(() => issuedKeys(services.system));
  }

  async upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // A page of elsewhere is no charger.
    if (request.headers.origin !== undefined) return void socket.end(answer('403 Forbidden'));
    if (identityIn(request.url) === undefined) return void socket.end(answer('404 Not Found'));
    if (!areTokens(request.headers['sec-websocket-protocol']))
      return void socket.end(answer('400 Bad Request'));
    if (this.#closed || this.#chargers.size >= MOST_CHARGERS)
      return void socket.end(answer('503 Service Unavailable'));
    this.#server ??= this.#open();
    const { handleUpgrade } = await this.#server;
    await handleUpgrade(request, socket as never, head);
  }

  /** At the first charger: nothing of it is loaded where none comes. */
  async #open(): Promise<RpcServer> {
    const { RPCServer } = await import('ocpp-rpc');
    const server = new RPCServer({
      protocols: [PROTOCOL],
      strictMode: true,
      callTimeoutMs: 30_000,
      pingIntervalMs: PING_MS,
      maxBadMessages: 10,
      wssOptions: { maxPayload: MOST_BYTES, perMessageDeflate: false },
    });
    server.auth((accept, reject, handshake) => {
      this.#admit(handshake)
        .then((admitted) => {
          if ('pile' in admitted) accept(admitted, PROTOCOL);
          else reject(admitted.code, admitted.text);
        })
        .catch((error: unknown) => {
          this.#services.log.warn(`The door of chargers: ${String(error)}`);
          reject(503, 'Service Unavailable');
        });
    });
    server.on('client', (client: RpcClient) => this.#begin(client));
    server.on('error', () => {});
    this.#listen();
    return server;
  }

  async #admit(handshake: {
    readonly identity: string;
    readonly password: Buffer | undefined;
    readonly protocols: ReadonlySet<string>;
    readonly request: IncomingMessage;
  }): Promise<{ readonly pile: Pile } | { readonly code: number; readonly text: string }> {
    const { identity, password, protocols, request } = handshake;
    const { system } = this.#services;
    const hash = keyHashOf(offeredKey(password));
    const address = addressOf(request, this.#trusts);
    if ((await this.#wrongKeys.admit({ address, hash })) > 0) return { code: 429, text: 'Too Many Requests' };
    const pile = await pileOf(system, identity);
    const right = same(hash, pile?.keyHash ?? '');
    if (!pile || password === undefined || !right) {
      this.#wrongKeys.wrong({ address, hash });
      if (pile) await noteEvent(system, pile, 'refusedKey', { detail: address });
      return { code: 401, text: 'Unauthorized' };
    }
    this.#wrongKeys.right({ address, hash });
    if (!protocols.has(PROTOCOL)) return { code: 400, text: 'Bad Request' };
    return { pile };
  }

  #begin(client: RpcClient): void {
    const { pile } = client.session as { pile: Pile };
    const context = { db: this.#services.system, ingest: this.#ingest, pile };
    const charger = new Charger(client, context, randomUUID(), this.#services.log);
    const before = this.#chargers.get(pile.id);
    this.#chargers.set(pile.id, charger);
    charger.ended.then(() => {
      if (this.#chargers.get(pile.id) === charger) this.#chargers.delete(pile.id);
    }, () => {}); // prettier-ignore
    // The new one is kept first: else the end of the one before could be kept as if the charger had gone.
    charger
      .begin(addressOf(client.handshake.request, this.#trusts), before)
      .catch((error: unknown) => {
        this.#services.log.warn(`The door of chargers: ${String(error)}`);
        charger.end('Not kept, connect again', 1011);
      })
      .finally(() => before?.end('Connected again'));
  }

  /** Changes and commands come from any process; a command is taken by the one that holds the connection. */
  #listen(): void {
    const { system, pool, log } = this.#services;
    const quietly = (work: Promise<unknown>): void =>
      void work.catch((error: unknown) => log.warn(`The door of chargers: ${String(error)}`));
    const check = async (charger: Charger): Promise<void> => {
      const now = await pileOf(system, charger.pile.identity);
      if (!now || now.id !== charger.pile.id || now.keyHash !== charger.pile.keyHash)
        charger.end('Not allowed any more'); // prettier-ignore
      else charger.pile = now;
    };
    const looks = new ShareLooks((siteId) => shareAtSite(system, siteId));
    const checkAll = (): void => [...this.#chargers.values()].forEach((charger) => quietly(check(charger)));
    this.#listener = listenTo(
      pool,
      {
        charge_pile: (payload) => {
          const charger = this.#chargers.get(Number(payload));
          if (charger) quietly(check(charger));
        },
        charge_link: (payload) => {
          const [id, connection] = payload.split(' ');
          const charger = this.#chargers.get(Number(id));
          if (charger && charger.connection !== connection) quietly(charger.endUnlessHeld());
        },
        [COMMAND_CHANNEL]: (payload) => {
          const [id, pileId] = payload.split(' ').map(Number);
          const charger = this.#chargers.get(pileId ?? 0);
          if (charger && id !== undefined) quietly(takeCommand(system, charger, id));
        },
        [SHARE_CHANNEL]: (payload) => quietly(looks.want(Number(payload))),
      },
      { log, lost: checkAll },
    );
    const every = (ms: number, work: () => Promise<unknown>): void => {
      this.#timers.push(setInterval(() => quietly(work()), ms).unref());
    };
    every(LOOK_MS, async () => {
      await endOverdue(system);
      for (const siteId of await sharingSites(system)) await looks.want(siteId);
    });
    every(HOUR_MS, async () => {
      await interruptSilent(system);
      await forgetEvents(system);
      await forgetShares(system);
    });
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    const chargers = [...this.#chargers.values()];
    for (const charger of chargers) charger.end('The server stops', 1001);
    await Promise.all(chargers.map((charger) => charger.settled()));
    await this.#listener?.stop();
  }
}
