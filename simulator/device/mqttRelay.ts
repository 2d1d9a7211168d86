import { setTimeout as sleep } from 'node:timers/promises';
import { connectAsync, type MqttClient } from 'mqtt';

/** What a simulated relay does wrong. */
export type RelayFault =
  /** It obeys and answers after `slowMs`. */
  | 'slow'
  /** It does nothing and does not answer. */
  | 'silent'
  /** It answers that it obeyed, and does not move. */
  | 'acknowledges'
  /** It obeys and does not answer. */
  | 'moves'
  /** It obeys, and is back where it was after `bounceMs`. */
  | 'bounces'
  /** It answers that it does not. */
  | 'refuses'
  /** It obeys, and answers that its bus timed out. */
  | 'fails'
  /** It obeys once and answers twice. */
  | 'twice'
  /** It answers with what is no JSON. */
  | 'garbage';

export interface RelayOptions {
  readonly url: string;
  readonly token: string;
  /** Outputs by device; the empty name is the gateway itself. */
  readonly outputs: Readonly<Record<string, number>>;
  /** At an external broker topics begin with `gateway/<token>/`. */
  readonly external?: boolean;
  /** 5 = MQTT 5; default 3.1.1. */
  readonly protocolVersion?: 4 | 5;
  readonly slowMs?: number;
  readonly bounceMs?: number;
  /** Comes back by itself when the connection breaks, after so many ms; default not at all. */
  readonly reconnectMs?: number;
  /** What is wrong with a device now, beside `faults`. */
  readonly faultOf?: (device: string) => RelayFault | undefined;
}

/** A command as it came over the wire. */
export interface ArrivedCommand {
  readonly device: string;
  readonly id: number;
  readonly method: string;
  readonly params: { readonly relay?: number; readonly on?: boolean };
  /** ms */
  readonly at: number;
}

const OWN = 'v1/devices/me/rpc/request/';
const GATEWAY = 'v1/gateway/rpc';

/**
 * A simulated box of relays at a broker: `setRelay {relay, on}` moves one, `getRelay {relay}` tells where it stands, by
 * the device and gateway API that ThingsBoard made common. Positions are reported as `DO1`, `DO2` … when they change.
 */
export class MqttRelay {
  /** Every command that arrived, those that were not obeyed too. */
  readonly arrived: ArrivedCommand[] = [];
  readonly faults = new Map<string, RelayFault>();
  readonly #options: RelayOptions;
  readonly #positions = new Map<string, boolean[]>();
  #client: MqttClient;

  private constructor(client: MqttClient, options: RelayOptions) {
    this.#client = client;
    this.#options = options;
    for (const [device, n] of Object.entries(options.outputs))
      this.#positions.set(device, Array<boolean>(n).fill(false));
  }

  /** Connects, with a clean session, and listens to commands. @throws where it is refused */
  static async connect(options: RelayOptions): Promise<MqttRelay> {
    const relay = new MqttRelay(await open(options), options);
    await relay.#listen();
    return relay;
  }

  /** Commands that would move something. */
  get writes(): readonly ArrivedCommand[] {
    return this.arrived.filter(({ method }) => method === 'setRelay');
  }

  /** Where an output stands, from 1; undefined = there is none. */
  position(device: string, relay: number): boolean | undefined {
    return this.#positions.get(device)?.[relay - 1];
  }

  /** Moves an output by hand, as somebody on the spot would. */
  async move(device: string, relay: number, on: boolean): Promise<void> {
    const positions = this.#positions.get(device);
    if (!positions || relay < 1 || relay > positions.length) return;
    positions[relay - 1] = on;
    await this.#report(device);
  }

  /** Leaves the broker. */
  async leave(): Promise<void> {
    await this.#client.endAsync(true);
  }

  /** Comes back after `leave`. */
  async comeBack(): Promise<void> {
    this.#client = await open(this.#options);
    await this.#listen();
  }

  /** Publishes anything on its own topics. */
  async publish(topic: string, payload: string): Promise<void> {
    const { external, token } = this.#options;
    await this.#client.publishAsync(external ? `gateway/${token}/${topic}` : topic, payload, { qos: 1 });
  }

  async #listen(): Promise<void> {
    const { external, token } = this.#options;
    const prefix = external ? `gateway/${token}/` : '';
    this.#client.on('message', (topic, payload) => {
      if (!topic.startsWith(prefix)) return;
      const command = commandOf(topic.slice(prefix.length), payload.toString());
      // What cannot be sent any more is lost with the connection.
      if (command) void this.#take(command).catch(() => {});
    });
    await this.#client.subscribeAsync([`${prefix}${OWN}+`, `${prefix}${GATEWAY}`], { qos: 1 });
    const report = async (): Promise<void> => {
      for (const device of this.#positions.keys()) await this.#report(device);
    };
    await report();
    // What it told before the connection broke may be lost.
    this.#client.on('connect', () => void report().catch(() => {}));
  }

  async #take(command: ArrivedCommand): Promise<void> {
    this.arrived.push(command);
    const { device, method, params } = command;
    const { slowMs = 1500, bounceMs = 300 } = this.#options;
    const fault = this.faults.get(device) ?? this.#options.faultOf?.(device);
    const before = this.position(device, params.relay ?? 0);
    if (fault === 'silent') return;
    if (fault === 'slow') await sleep(slowMs);
    if (before === undefined) return this.#answer(command, { error: 'there is no such output' });
    if (method === 'getRelay') return this.#answer(command, { relay: params.relay, on: before });
    if (method !== 'setRelay' || typeof params.on !== 'boolean')
      return this.#answer(command, { error: 'not understood' });
    if (fault === 'refuses') return this.#answer(command, { ok: false, error: 'locked on the spot' });
    if (fault !== 'acknowledges') await this.move(device, params.relay ?? 0, params.on);
    if (fault === 'moves') return;
    if (fault === 'fails') return this.#answer(command, { error: 'timeout' });
    if (fault === 'garbage') return this.#answerText(command, '\u0001 no JSON {');
    await this.#answer(command, { ok: true, relay: params.relay, on: params.on });
    if (fault === 'twice') await this.#answer(command, { ok: true, relay: params.relay, on: params.on });
    if (fault !== 'bounces') return;
    await sleep(bounceMs);
    await this.move(device, params.relay ?? 0, before);
  }

  #answer(command: ArrivedCommand, data: object): Promise<void> {
    return this.#answerText(command, JSON.stringify(data));
  }

  async #answerText({ device, id }: ArrivedCommand, text: string): Promise<void> {
    if (device === '') return this.publish(`v1/devices/me/rpc/response/${id}`, text);
    await this.publish(GATEWAY, `{"device":${JSON.stringify(device)},"id":${id},"data":${text}}`);
  }

  async #report(device: string): Promise<void> {
    const positions = this.#positions.get(device) ?? [];
    const values = Object.fromEntries(positions.map((on, i) => [`DO${i + 1}`, on ? 1 : 0]));
    const entry = { ts: Date.now(), values };
    if (device === '') await this.publish('v1/devices/me/telemetry', JSON.stringify(entry));
    else await this.publish('v1/gateway/telemetry', JSON.stringify({ [device]: [entry] }));
  }
}

const open = async ({
  url,
  token,
  protocolVersion = 4,
  reconnectMs = 0,
}: RelayOptions): Promise<MqttClient> => {
  const known = { username: token, protocolVersion, clean: true, connectTimeout: 5000 };
  const client = await connectAsync(url, { ...known, reconnectPeriod: reconnectMs }, reconnectMs > 0);
  client.on('error', () => {});
  return client;
};

/** Reads a command; undefined = the message is none. */
function commandOf(topic: string, payload: string): ArrivedCommand | undefined {
  const at = Date.now();
  try {
    const body = JSON.parse(payload) as {
      device?: string;
      method?: string;
      params?: ArrivedCommand['params'];
      data?: { id?: number; method?: string; params?: ArrivedCommand['params'] };
    };
    if (topic.startsWith(OWN)) {
      const { method = '', params } = body;
      return { device: '', id: Number(topic.slice(OWN.length)), method, params: params ?? {}, at };
    }
    if (topic !== GATEWAY || body.data?.id === undefined) return undefined;
    const { id, method = '', params } = body.data;
    return { device: body.device ?? '', id, method, params: params ?? {}, at };
  } catch {
    return undefined;
  }
}
