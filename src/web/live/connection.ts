import type { MqttClient } from 'mqtt';
import type {
  BrowserToken,
  Folded,
  LiveState,
  LiveValues,
  MessagingConfig,
} from '#feature/meters/messaging/contract.ts';
import { TOPICS, WS_PATH } from '#feature/meters/messaging/contract.ts';
import { post } from '#web/api.ts';
import { rest } from '#web/rest.ts';
import { say } from '#web/text/useTexts.ts';
import { notify, notifyError } from '#web/ui/notice.ts';

/** `live`: messages come; `waiting`: it connects, or waits to connect again. */
export type LiveStatus = 'live' | 'waiting';

/** What a listener of an enterprise hears. */
export interface LiveListener {
  readonly values?: (values: LiveValues) => void;
  readonly folded?: (folded: Folded) => void;
  /** The newest of a signal point. */
  readonly state?: (state: LiveState) => void;
  /** A record of an alarm was raised, cleared or revised: lists of alarms are to be read anew. */
  readonly alarm?: () => void;
  readonly status?: (status: LiveStatus) => void;
  /** Messages may have been missed: what is shown is to be read anew. */
  readonly gap?: () => void;
}

// Specification 3 section 9: port 443 with TLS on https, clean session, delays, version, quality.
const SECURE_PORT = 443;
const AGAIN_MS = 2000;
const TIME_OUT_MS = 3000;
const KEEP_ALIVE_S = 60;
const LINGER_MS = 5000;
const QUIET = { quiet: true };

let loading: Promise<typeof import('mqtt')> | undefined;

/** What speaks MQTT takes as long to begin as a list does to be drawn: the first time it waits until that stands. */
function loadClient(): Promise<typeof import('mqtt')> {
  loading ??= rest().then(() => import('mqtt'));
  loading.catch(() => (loading = undefined));
  return loading;
}

/** What is asked for of an enterprise, of the kinds of topics that there are. */
const WANTED = { live: 'live/#/+', signal: 'signal/#/+', folded: 'folded/#', alarm: 'alarm/#/+' } as const;
const KINDS: readonly string[] = Object.values(TOPICS);

/** Whether alarms are told by the feed; else who shows them asks again and again. */
export const ALARMS_ARE_TOLD = KINDS.includes('alarm');

/** One connection to the broker for an enterprise, shared by all that listen; it connects again by itself. */
class LiveConnection {
  readonly listeners = new Set<LiveListener>();
  readonly #consumerId: number;
  #client: MqttClient | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #status: LiveStatus = 'waiting';
  #token = '';
  #before = false;
  #told = false;
  #toldLeftOut = false;
  #round = 0;

  constructor(consumerId: number) {
    this.#consumerId = consumerId;
    document.addEventListener('visibilitychange', this.#wake);
    addEventListener('online', this.#wake);
    void this.#open();
  }

  get status(): LiveStatus {
    return this.#status;
  }

  close(): void {
    this.#round++;
    document.removeEventListener('visibilitychange', this.#wake);
    removeEventListener('online', this.#wake);
    this.#drop();
    if (this.#token) void post('sys/mqtt/revokeToken', { token: this.#token }, QUIET).catch(() => {});
  }

  /** Back from sleep or offline: what broke meanwhile is noticed now rather than by a time-out. */
  readonly #wake = (): void => {
    if (document.visibilityState !== 'visible') return;
    if (this.#status === 'live') {
      for (const { gap } of this.listeners) gap?.();
      this.#client?.sendPing();
    } else void this.#open();
  };

  #drop(): void {
    clearTimeout(this.#again);
    const client = this.#client;
    this.#client = undefined;
    client?.removeAllListeners();
    // Without a listener an error of a dropped client would be thrown.
    client?.on('error', () => {});
    client?.end(true);
    this.#tell('waiting');
  }

  #tell(status: LiveStatus): void {
    if (this.#status === status) return;
    this.#status = status;
    for (const listener of this.listeners) listener.status?.(status);
  }

  async #open(): Promise<void> {
    const round = ++this.#round;
    this.#drop();
    const later = (): void => {
      if (round !== this.#round) return;
      this.#drop();
      this.#again = setTimeout(() => void this.#open(), AGAIN_MS);
    };
    try {
      const query = Object.entries(WANTED)
        .filter(([kind]) => KINDS.includes(kind))
        .map(([, topic]) => topic.replace('#', String(this.#consumerId)));
      const library = loadClient();
      const [config, token] = await Promise.all([
        post<MessagingConfig>('sys/mqtt/getConfig', {}, QUIET),
        post<BrowserToken>('sys/mqtt/getToken', { topics: query.join(',') }, QUIET),
      ]);
      if (round !== this.#round) return;
      if (!config.host || !config.topic) return this.#refuse();
      if (!token.token || token.topics.length === 0) {
        console.info('Mqtt: no token or no topics, nothing to subscribe to');
        return;
      }
      this.#token = token.token;
      this.#tellLeftOut(token.leftOut);
      const { default: mqtt } = await library;
      if (round !== this.#round) return;
      const secure = location.protocol === 'https:';
      const client = mqtt.connect({
        protocol: secure || config.tls ? 'wss' : 'ws',
        // Over TLS the broker is behind the very address of the page.
        host: secure ? location.hostname : config.host,
        port: secure ? Number(location.port) || SECURE_PORT : config.port,
        path: WS_PATH,
        username: token.accessKey,
        password: token.token,
        clean: true,
        // Each attempt needs a token that is valid: we connect again ourselves.
        reconnectPeriod: 0,
        connectTimeout: TIME_OUT_MS,
        protocolVersion: 4,
        keepalive: KEEP_ALIVE_S,
        // The page's policy allows no workers made of texts.
        timerVariant: 'native',
      });
      this.#client = client;
      client.on('error', () => {});
      client.on('close', later);
      client.on('message', (topic, payload) => this.#hear(topic, payload));
      client.on('connect', () => {
        client.subscribe([...token.topics], { qos: 0 }, (error) => {
          if (error || round !== this.#round) return;
          this.#tell('live');
          if (this.#before) for (const { gap } of this.listeners) gap?.();
          this.#before = true;
        });
      });
    } catch {
      later();
    }
  }

  #refuse(): void {
    if (!this.#told) notifyError(say('live.noConfig'));
    this.#told = true;
  }

  /** Said once: what is not told is read anew by itself, only later. */
  #tellLeftOut(count: number): void {
    if (count > 0 && !this.#toldLeftOut) notify('info', say('live.leftOut', { count }));
    this.#toldLeftOut ||= count > 0;
  }

  #hear(topic: string, payload: Uint8Array): void {
    const message: unknown = JSON.parse(new TextDecoder().decode(payload));
    const kind = topic.slice(0, topic.indexOf('/'));
    for (const listener of this.listeners) {
      if (kind === TOPICS.signal) listener.state?.(message as LiveState);
      else if (kind === TOPICS.folded) listener.folded?.(message as Folded);
      else if (kind === 'alarm') listener.alarm?.();
      else listener.values?.(message as LiveValues);
    }
  }
}

const connections = new Map<number, LiveConnection>();

/** Listens to an enterprise until the answered function is called; `status` is told at once. */
export function listenLive(consumerId: number, listener: LiveListener): () => void {
  let connection = connections.get(consumerId);
  if (!connection) connections.set(consumerId, (connection = new LiveConnection(consumerId)));
  const mine = connection;
  mine.listeners.add(listener);
  listener.status?.(mine.status);
  return () => {
    mine.listeners.delete(listener);
    // The next page often listens to the same enterprise.
    setTimeout(() => {
      if (mine.listeners.size > 0 || connections.get(consumerId) !== mine) return;
      connections.delete(consumerId);
      mine.close();
    }, LINGER_MS);
  };
}
