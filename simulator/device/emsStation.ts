import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type MqttClient } from 'mqtt';

/** What a simulated EMS does wrong. */
export type EmsFault =
  /** It neither loads nor answers. */
  | 'silent'
  /** It loads and does not answer. */
  | 'mute'
  /** It answers that it does not. */
  | 'refuses'
  /** It loads, and runs at most half of the rated power. */
  | 'clips'
  | 'wrongVersion'
  | 'wrongHash'
  /** It loads once and answers twice. */
  | 'twice'
  | 'garbage'
  /** It loads, and answers after `slowMs`. */
  | 'slow';

/** A plan as it came over the wire. */
export interface EmsPlan {
  readonly planId: string;
  readonly version: number;
  /** `YYYY-MM-DD` */
  readonly date: string;
  /** kW, + discharges, a quarter of an hour each. */
  readonly points: readonly number[];
  readonly sha256: string;
}

export interface EmsOptions {
  readonly url: string;
  readonly token: string;
  /** Devices that it answers for; any where none are named. */
  readonly devices?: readonly string[];
  /** At an external broker topics begin with `gateway/<token>/`. */
  readonly external?: boolean;
  readonly slowMs?: number;
  /** Comes back by itself when the connection breaks, after so many ms; default not at all. */
  readonly reconnectMs?: number;
  /** Plans that it had loaded before, by device. */
  readonly loaded?: Readonly<Record<string, readonly EmsPlan[]>>;
  /** What is wrong with a device now, beside `faults`. */
  readonly faultOf?: (device: string) => EmsFault | undefined;
  /** Told whenever it loads one. */
  readonly onLoad?: (device: string, plan: EmsPlan) => void;
}

const TOPIC = 'v1/gateway/rpc';
const SLOTS = 96;

interface Call {
  readonly device: string;
  readonly id: number;
  readonly method: string;
  readonly params: unknown;
}

/**
 * A simulated energy management system of battery stations at a broker: `setPlanCurve` gives it the plan of a day, of
 * which it takes the hash by itself. A version that it has it does not load again; one that is older it refuses.
 */
export class EmsStation {
  /** Every plan that it loaded, each once. */
  readonly loads: (EmsPlan & { readonly device: string })[] = [];
  /** How many calls arrived. */
  arrived = 0;
  readonly faults = new Map<string, EmsFault>();
  readonly #options: EmsOptions;
  readonly #plans = new Map<string, Map<string, EmsPlan>>();
  #client: MqttClient | undefined;

  private constructor(options: EmsOptions) {
    this.#options = options;
    for (const [device, plans] of Object.entries(options.loaded ?? {}))
      for (const plan of plans) this.#keep(device, plan);
  }

  /** Connects and listens; with `reconnectMs` it goes on trying. @throws where it is refused and may not try again */
  static async connect(options: EmsOptions): Promise<EmsStation> {
    const ems = new EmsStation(options);
    await ems.#open();
    return ems;
  }

  /** The plan that a device runs on a day; undefined = none. */
  planOf(device: string, date: string): EmsPlan | undefined {
    return this.#plans.get(device)?.get(date);
  }

  /** Every plan that a device has, by day. */
  plansOf(device: string): readonly EmsPlan[] {
    return [...(this.#plans.get(device)?.values() ?? [])];
  }

  async leave(): Promise<void> {
    await this.#client?.endAsync(true).catch(() => {});
  }

  async comeBack(): Promise<void> {
    await this.#open();
  }

  async #open(): Promise<void> {
    const { url, token, reconnectMs = 0 } = this.#options;
    const client = connect(url, {
      username: token,
      clean: true,
      keepalive: 30,
      reconnectPeriod: reconnectMs,
      connectTimeout: 5000,
    });
    this.#client = client;
    const topic = this.#topic();
    client.on('message', (heard, payload) => {
      if (heard !== topic) return;
      const call = callOf(payload.toString());
      // What cannot be answered any more is lost with the connection.
      if (call) void this.#take(call).catch(() => {});
    });
    const listens = new Promise<void>((resolve, reject) => {
      client.on('connect', () => void client.subscribeAsync(topic, { qos: 1 }).then(() => resolve(), reject));
      client.on('error', reject);
      client.on('close', () => reject(new Error('the broker closed the connection')));
    });
    if (reconnectMs > 0) listens.catch(() => {});
    else await listens;
  }

  #topic(): string {
    const { external, token } = this.#options;
    return external ? `gateway/${token}/${TOPIC}` : TOPIC;
  }

  async #take(call: Call): Promise<void> {
    const { devices, faultOf, slowMs = 1500 } = this.#options;
    if (devices && !devices.includes(call.device)) return;
    this.arrived++;
    const fault = this.faults.get(call.device) ?? faultOf?.(call.device);
    if (fault === 'silent') return;
    if (call.method !== 'setPlanCurve') return this.#answer(call, { ok: false, error: 'unknown method' });
    const plan = planOf(call.params);
    if (typeof plan === 'string') return this.#answer(call, { ok: false, error: plan });
    const { planId, version, sha256 } = plan;
    if (fault === 'refuses') return this.#answer(call, { ok: false, planId, version, error: 'local mode' });
    if (fault === 'garbage') return this.#send(call, '\u0001 no JSON {');
    if (fault === 'wrongHash')
      return this.#answer(call, { ok: true, planId, version, sha256: '0'.repeat(64) });
    if (fault === 'wrongVersion')
      return this.#answer(call, { ok: true, planId, version: version - 1, sha256 });
    const refusal = this.#load(call.device, plan);
    if (refusal !== null) return this.#answer(call, { ok: false, planId, version, error: refusal });
    if (fault === 'mute') return;
    if (fault === 'slow') await sleep(slowMs);
    await this.#answer(call, { ok: true, planId, version, sha256 });
    if (fault === 'twice') await this.#answer(call, { ok: true, planId, version, sha256 });
  }

  /** Loads a plan, unless it has it. @returns why not; null = it has it now */
  #load(device: string, plan: EmsPlan): string | null {
    const held = this.planOf(device, plan.date);
    if (held && held.planId === plan.planId && held.version > plan.version)
      return `version ${held.version} is loaded`;
    if (held?.planId === plan.planId && held.version === plan.version)
      return held.sha256 === plan.sha256 ? null : 'another curve is loaded under this version';
    this.#keep(device, plan);
    this.loads.push({ ...plan, device });
    this.#options.onLoad?.(device, plan);
    return null;
  }

  #keep(device: string, plan: EmsPlan): void {
    const days = this.#plans.get(device) ?? new Map<string, EmsPlan>();
    this.#plans.set(device, days.set(plan.date, plan));
  }

  #answer(call: Call, data: object): Promise<void> {
    return this.#send(call, JSON.stringify(data));
  }

  async #send({ device, id }: Call, data: string): Promise<void> {
    const payload = `{"device":${JSON.stringify(device)},"id":${id},"data":${data}}`;
    await this.#client?.publishAsync(this.#topic(), payload, { qos: 1 });
  }
}

function callOf(payload: string): Call | undefined {
  try {
    const body = JSON.parse(payload) as {
      readonly device?: unknown;
      readonly data?: { readonly id?: unknown; readonly method?: unknown; readonly params?: unknown };
    };
    const { device, data } = body;
    if (typeof device !== 'string' || typeof data?.id !== 'number' || typeof data.method !== 'string')
      return undefined;
    return { device, id: data.id, method: data.method, params: data.params };
  } catch {
    return undefined;
  }
}

/** A plan that fits its hash, or what is wrong with it. */
function planOf(params: unknown): EmsPlan | string {
  const { planId, version, date, step, unit, sign, points, sha256 } = (params ?? {}) as Readonly<
    Record<string, unknown>
  >;
  if (typeof planId !== 'string' || typeof version !== 'number' || typeof date !== 'string')
    return 'a plan has a planId, a version and a date';
  if (step !== 15 || unit !== 'kW' || sign !== '+discharge')
    return 'step 15, unit kW and sign +discharge alone';
  if (!Array.isArray(points) || points.length !== SLOTS) return 'a plan has 96 points';
  const powers = points.map(Number);
  if (powers.some((kw) => !Number.isFinite(kw))) return 'a point is no number';
  const lines = [planId, version, date, 15, 'kW', '+discharge'];
  const text = [...lines, powers.map((kw) => kw.toFixed(1)).join(',')].join('\n');
  const own = createHash('sha256').update(text).digest('hex');
  return own === sha256 ? { planId, version, date, points: powers, sha256: own } : 'the hash does not fit';
}
