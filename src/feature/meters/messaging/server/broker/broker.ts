import { setTimeout as later } from 'node:timers';
import type { Duplex } from 'node:stream';
import { Aedes, type AedesPublishPacket, type Client, type PublishPacket, type Subscription } from 'aedes';
import type { Log } from '#server/database/log.ts';
import type { Db } from '#server/database/db.ts';
import { hashToken, type Ingest } from '#feature/meters/ingest/server/public.ts';
import { ACCESS_KEY } from '../../contract.ts';
import { gatewayReads, privateTopic, publicTopic, within } from '../../domain/topic.ts';
import { browserGrant, validHashes } from '../browserToken.ts';
import { addressesOfGateways } from './lastAddress.ts';
import { AckQueue } from './ackQueue.ts';
import { Guard } from './guard.ts';
import { InFlight } from './inFlight.ts';
import { narrow } from './narrow.ts';
import { type BrokerFigures, type BrokerLimits, LIMITS, type Peer } from './peer.ts';
import { type Place, Places } from './places.ts';
import { takeMessage } from './takeMessage.ts';

export interface BrokerOptions {
  readonly system: Db;
  readonly ingest: Ingest;
  /** Gateways may log in; else browsers alone, as gateways have a broker of their own. */
  readonly gateways: boolean;
  readonly log: Log;
  readonly limits?: Partial<BrokerLimits>;
}

const SWEEP_MS = 30_000;
const UNAVAILABLE = 3;
const BAD_TOKEN = 4;
/** No code of the protocol: too many connections of a token, or wrong tokens of an address. */
const TOO_MANY = -1;

/** A topic that gateways may not publish to. */
class NotAllowed extends Error {}

/** The broker in process: aedes behind a guard, with our rules of who may say and hear what. */
export class Broker {
  readonly figures: BrokerFigures = {
    connections: { gateway: 0, browser: 0, waiting: 0 },
    refused: {},
    dropped: 0,
    published: 0,
  };
  readonly inFlight: InFlight;
  readonly #options: BrokerOptions;
  readonly #limits: BrokerLimits;
  readonly #aedes: Aedes;
  /** Open connections, and all that hooks may still be under way for. */
  readonly #peers = new Set<Peer>();
  readonly #known = new WeakMap<object, Peer>();
  readonly #places: Places;
  readonly #sweep: NodeJS.Timeout;

  private constructor(options: BrokerOptions) {
    this.#options = options;
    this.#limits = { ...LIMITS, ...options.limits };
    this.inFlight = new InFlight(this.#limits.inFlight);
    this.#places = new Places(this.#limits);
    this.#aedes = new Aedes({
      connectTimeout: this.#limits.connectMs,
      drainTimeout: this.#limits.drainMs,
      maxClientsIdLength: 512,
      maxTopicLevels: 10,
      concurrency: 500,
      preConnect: (client, packet, done) => {
        const peer = this.#peerOf(client);
        // Nothing outlives a connection: no sessions, no wills. An account's client ids are its own.
        packet.clean = true;
        delete packet.will;
        peer.clientId = packet.clientId.slice(0, 100);
        packet.clientId = `${hashToken(`${packet.username ?? ''}\n${String(packet.password ?? '')}`).slice(0, 16)}/${packet.clientId}`;
        done(null, true);
      },
      authenticate: (client, user, password, done) => {
        void this.#logIn(this.#peerOf(client), user ?? '', password?.toString('utf8') ?? '').then(
          (refusal) => {
            if (refusal === null) return done(null, true);
            this.#refuse(
              refusal === UNAVAILABLE ? 'unavailable' : refusal === BAD_TOKEN ? 'badToken' : 'tooMany',
            );
            const returnCode = refusal === BAD_TOKEN ? BAD_TOKEN : UNAVAILABLE;
            return done(Object.assign(new Error('refused'), { returnCode }), false);
          },
        );
      },
      authorizePublish: (client, packet, done) => this.#published(client, packet, done),
      authorizeSubscribe: (client, subscription, done) => done(null, this.#subscribed(client, subscription)),
      authorizeForward: (client, packet) => this.#forwarded(this.#peerOf(client), packet),
    });
    // Reported to clients by closing; the log has it in the figures.
    this.#aedes.on('clientError', () => {});
    this.#aedes.on('connectionError', () => {});
    this.#aedes.on('ping', (_packet, client) => {
      const peer = this.#known.get(client.conn);
      if (peer) peer.heardAt = performance.now();
    });
    this.#aedes.on('unsubscribe', (topics, client) => this.#unsubscribed(client, topics));
    this.#sweep = setInterval(() => void this.recheck(), SWEEP_MS);
    this.#sweep.unref();
  }

  static async open(options: BrokerOptions): Promise<Broker> {
    const broker = new Broker(options);
    await broker.#aedes.listen();
    for (const address of await addressesOfGateways(options.system)) broker.#places.know(address);
    return broker;
  }

  /** A place for a connection that comes from an address, before anything of it is read; undefined = it is to be closed. */
  enter(address: string): Place | undefined {
    const place = this.#places.enter(address);
    if (!place) this.#refuse('tooManyConnections');
    return place;
  }

  /** Takes a connection that came in at a door; closes it where there is no place. */
  accept(stream: Duplex, address: string, protocol: string, place = this.enter(address)): void {
    const { packet, firstPacket, slowPacketMs } = this.#limits;
    if (!place) return void stream.on('error', () => {}).destroy();
    const guard = new Guard(stream, { packet, first: firstPacket, slowMs: slowPacketMs }, (reason) =>
      this.#refuse(reason, this.#known.get(guard)),
    );
    const peer: Peer = {
      guard,
      address,
      place,
      protocol,
      share: this.inFlight.share(guard),
      acks: new AckQueue((error) => {
        guard.destroy();
        if (error instanceof NotAllowed) return this.#refuse('badTopic');
        this.#refuse('notStored');
        this.#options.log.warn(`A message was not stored, its sender is to send it again: ${String(error)}`);
      }),
      identity: undefined,
      tokenHash: '',
      clientId: '',
      subscriptions: 0,
      expiry: undefined,
      listens: new Set(),
      client: undefined,
      heardAt: performance.now(),
    };
    this.#peers.add(peer);
    this.#known.set(guard, peer);
    this.figures.connections.waiting++;
    guard.once('close', () => this.#gone(peer));
    guard.on('error', () => {});
    this.#aedes.handle(guard);
  }

  /** Tells browsers, or gateways on their private topics. */
  publish(topic: string, payload: string): void {
    this.figures.published++;
    this.#aedes.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, retain: false, dup: false },
      () => {},
    );
  }

  /**
   * Sends a command over one connection of a gateway, the one that listens to it and was heard last: several would each
   * carry it out. At once or not at all.
   * @param patienceMs how long its sender waits for the answer; null = nobody does
   * @returns false = there is none, and nothing was sent
   */
  command(gatewayId: number, topic: string, payload: string, patienceMs: number | null = null): boolean {
    let best: Peer | undefined;
    for (const peer of this.#peers) {
      const { identity, guard, listens } = peer;
      if (identity?.kind !== 'gateway' || identity.gatewayId !== gatewayId) continue;
      if (guard.destroyed || isFull(guard) || ![...listens].some((filter) => within(topic, filter))) continue;
      if (!best || peer.heardAt >= best.heardAt) best = peer;
    }
    if (!best?.client) return false;
    this.#send(best.client, privateTopic(gatewayId, topic), payload);
    if (patienceMs !== null) this.#cutIfQuiet(best, patienceMs + this.#limits.quietMs);
    return true;
  }

  /** A network that is away would deliver what was sent when it is back: who says nothing since is cut off. */
  #cutIfQuiet(peer: Peer, ms: number): void {
    const sentAt = performance.now();
    later(() => {
      if (peer.heardAt >= sentAt || peer.guard.destroyed) return;
      this.#refuse('quiet');
      peer.guard.reset();
    }, ms).unref();
  }

  /** Sends to one connection alone. */
  #send(client: Client, topic: string, payload: string): void {
    this.figures.published++;
    client.publish(
      { cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, retain: false, dup: false },
      () => {},
    );
  }

  /** Whether a gateway is connected here. */
  hasGateway(gatewayId: number): boolean {
    for (const { identity } of this.#peers)
      if (identity?.kind === 'gateway' && identity.gatewayId === gatewayId) return true;
    return false;
  }

  /** Whether a message to browsers would reach any. */
  get hasBrowsers(): boolean {
    return this.figures.connections.browser > 0;
  }

  /** Cuts connections whose token is over: of one gateway or token, or of all. */
  async recheck(of?: { gatewayId: number } | { tokenHash: string }): Promise<void> {
    const peers = [...this.#peers].filter(({ identity, tokenHash }) => {
      if (!identity) return false;
      if (of === undefined) return true;
      if ('tokenHash' in of) return of.tokenHash === tokenHash;
      return identity.kind === 'gateway' && identity.gatewayId === of.gatewayId;
    });
    if (peers.length === 0) return;
    const { system, log } = this.#options;
    try {
      const valid = await validHashes(system, [...new Set(peers.map((peer) => peer.tokenHash))]);
      for (const peer of peers) {
        if (valid.has(peer.tokenHash)) continue;
        this.#refuse('revoked');
        peer.guard.destroy();
      }
    } catch (error) {
      log.warn(`Tokens of connections were not checked: ${String(error)}`);
    }
  }

  /** Closes every connection and waits for what is being stored. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    for (const { guard } of this.#peers) guard.destroy();
    await new Promise<void>((resolve) => this.#aedes.close(() => resolve()));
  }

  #peerOf(client: Client): Peer {
    const peer = this.#known.get(client.conn);
    if (!peer) throw new Error('A client without a connection.');
    return peer;
  }

  /** Logs in; null, or the return code (MQTT 3.1.1 section 3.2.2.3) of the refusal. */
  async #logIn(peer: Peer, user: string, password: string): Promise<number | null> {
    const { system, ingest, gateways } = this.#options;
    try {
      const browser = user === ACCESS_KEY;
      const token = browser ? password : user || password;
      peer.tokenHash = hashToken(token);
      const offer = { address: peer.address, hash: peer.tokenHash };
      if ((await ingest.wrongTokens.admit(offer)) > 0) return TOO_MANY;
      if (browser) {
        const grant = await browserGrant(system, peer.tokenHash);
        ingest.wrongTokens[grant ? 'right' : 'wrong'](offer);
        if (!grant || peer.guard.destroyed) return BAD_TOKEN;
        const { employeeId, topics, meters } = grant;
        peer.identity = { kind: 'browser', employeeId, topics, meters: meters && new Set(meters) };
        peer.expiry = later(() => peer.guard.destroy(), grant.expiresAt - Date.now());
      } else {
        const gateway = gateways && token !== '' ? await ingest.gateways.find(token) : undefined;
        ingest.wrongTokens[gateway ? 'right' : 'wrong'](offer);
        if (!gateway || peer.guard.destroyed) return BAD_TOKEN;
        peer.identity = { kind: 'gateway', gatewayId: gateway.id, consumerId: gateway.consumerId };
      }
      let same = 0;
      for (const other of this.#peers) if (other.identity && other.tokenHash === peer.tokenHash) same++;
      if (same > this.#limits.perToken) {
        peer.identity = undefined;
        return TOO_MANY;
      }
      this.#entered(peer);
      return null;
    } catch (error) {
      this.#options.log.warn(`A client could not log in: ${String(error)}`);
      peer.identity = undefined;
      return UNAVAILABLE;
    }
  }

  #entered(peer: Peer): void {
    const { identity } = peer;
    if (!identity) return;
    peer.guard.loggedIn();
    peer.place.loggedIn();
    this.figures.connections.waiting--;
    this.figures.connections[identity.kind]++;
    if (identity.kind === 'gateway')
      this.#options.ingest.recorder.connected({ ...identity, ...connectionOf(peer) }, Date.now());
  }

  #gone(peer: Peer): void {
    clearTimeout(peer.expiry);
    this.#peers.delete(peer);
    this.inFlight.forget(peer.share);
    const { identity } = peer;
    peer.place.leave();
    this.figures.connections[identity?.kind ?? 'waiting']--;
    if (identity?.kind !== 'gateway') return;
    const last = ![...this.#peers].some(
      ({ identity: other }) => other?.kind === 'gateway' && other.gatewayId === identity.gatewayId,
    );
    this.#options.ingest.recorder.disconnected({ ...identity, ...connectionOf(peer) }, Date.now(), last);
  }

  #published(client: Client | null, packet: PublishPacket, done: (error?: Error | null) => void): void {
    const peer = client ? this.#known.get(client.conn) : undefined;
    if (!client || !peer || peer.guard.destroyed) return done(new Error('the connection is closed'));
    // Nothing is kept for later subscribers.
    packet.retain = false;
    const { identity } = peer;
    if (identity?.kind !== 'gateway') {
      this.#refuse('badTopic');
      return done(new Error('browsers do not publish'));
    }
    peer.heardAt = performance.now();
    const payload = Buffer.isBuffer(packet.payload) ? packet.payload : Buffer.from(packet.payload);
    const bytes = payload.length + 64;
    this.inFlight.begin(peer.share, bytes);
    const reply = (topic: string, answer: string): void => {
      const heard = [...peer.listens].some((filter) => within(topic, filter));
      if (heard && !peer.guard.destroyed) this.#send(client, privateTopic(identity.gatewayId, topic), answer);
    };
    const work = takeMessage(this.#options.ingest, identity, packet.topic, payload, reply).finally(() =>
      this.inFlight.end(peer.share, bytes),
    );
    peer.acks.add(
      work.then((taken) => {
        if (!taken) throw new NotAllowed();
      }),
      done,
    );
  }

  #subscribed(client: Client, subscription: Subscription): Subscription | null {
    const peer = this.#peerOf(client);
    const { identity } = peer;
    const { topic } = subscription;
    if (peer.subscriptions < this.#limits.subscriptions) {
      if (identity?.kind === 'browser' && identity.topics.some((allowed) => within(topic, allowed))) {
        peer.subscriptions++;
        return { ...subscription, qos: 0 };
      }
      if (identity?.kind === 'gateway' && gatewayReads(topic)) {
        peer.subscriptions++;
        peer.listens.add(topic);
        peer.client = client;
        peer.heardAt = performance.now();
        return { ...subscription, topic: privateTopic(identity.gatewayId, topic) };
      }
    }
    this.#refuse('badSubscription');
    return null;
  }

  /** A gateway's subscription is kept under its private topic. */
  #unsubscribed(client: Client, topics: readonly string[]): void {
    const peer = this.#known.get(client.conn);
    const identity = peer?.identity;
    if (!peer || !identity) return;
    peer.subscriptions = Math.max(0, peer.subscriptions - topics.length);
    if (identity.kind !== 'gateway') return;
    for (const topic of topics) peer.listens.delete(topic);
    const unsubscriptions = topics
      .filter(gatewayReads)
      .map((topic) => privateTopic(identity.gatewayId, topic));
    if (unsubscriptions.length > 0) client.unsubscribe({ cmd: 'unsubscribe', unsubscriptions }, () => {});
  }

  #forwarded(peer: Peer, packet: AedesPublishPacket): AedesPublishPacket | null {
    const { identity, guard } = peer;
    if (isFull(guard)) {
      this.figures.dropped++;
      return null;
    }
    if (identity?.kind === 'browser') return narrow(packet, identity.meters);
    const topic = identity && publicTopic(identity.gatewayId, packet.topic);
    return topic === undefined ? null : Object.assign(Object.create(packet), { topic });
  }

  #refuse(reason: string, peer?: Peer): void {
    this.figures.refused[reason] = (this.figures.refused[reason] ?? 0) + 1;
    const identity = peer?.identity;
    if (identity?.kind === 'gateway' && reason === 'tooLarge')
      this.#options.ingest.recorder.refused(identity, 'tooLarge', '', Date.now());
  }
}

/** It does not take what it is sent. */
const isFull = (guard: Guard): boolean =>
  guard.writableNeedDrain || guard.writableLength > guard.writableHighWaterMark / 2;

const connectionOf = ({ address, clientId, protocol }: Peer) => ({ address, clientId, protocol });
