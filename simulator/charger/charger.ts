import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';

/** How a charger can be ill; changed while it runs. */
export interface ChargerFaults {
  /** It sends the start and the end of each session twice, as after a lost reply. */
  repeats?: boolean;
  /** ms that its clock is ahead. */
  clockAheadMs?: number;
  /** It does not answer calls. */
  silent?: boolean;
  /** It rejects calls. */
  rejects?: boolean;
  /** It accepts limits and does not keep them. */
  ignores?: boolean;
}

export interface ChargerOptions {
  /** Address of the door, without identity. */
  readonly url: string;
  readonly identity: string;
  readonly key: string;
  readonly connectors?: number;
  /** kW of each connector. */
  readonly power?: number;
  /** Wh that each register begins with. */
  readonly register?: number;
  readonly model?: string;
  /** ms by which its sessions began before they are told, as after a time without a line. */
  readonly lateMs?: number;
}

interface Connector {
  /** Wh. */
  register: number;
  session: { id: number; readonly tag: string; soc: number } | null;
}

interface Setting {
  value: string;
  readonly readonly: boolean;
  /** A change holds from its next restart on. */
  readonly reboot?: boolean;
}

export type Payload = Record<string, unknown>;

/** An error that the door answered. */
export class CallError extends Error {
  readonly code: string;

  constructor(code: string, text: string) {
    super(text);
    this.name = 'CallError';
    this.code = code;
  }
}

/** A charger that speaks OCPP 1.6J over a WebSocket of its own: sessions by hand or from the platform, and faults. */
export class SimulatedCharger {
  readonly options: Required<ChargerOptions>;
  readonly faults: ChargerFaults = {};
  /** What it measures and in which sessions, by connector from 1. */
  readonly connectors: readonly Connector[];
  /** Calls that it received, in order. */
  readonly heard: [method: string, payload: Payload][] = [];
  #socket: WebSocket | undefined;
  readonly #waiting = new Map<
    string,
    { resolve: (payload: Payload) => void; reject: (error: Error) => void }
  >();
  #available = true;
  /** Its charging profiles by id: stack level and kW. */
  readonly profiles: Map<number, { readonly level: number; readonly power: number }> = new Map();
  /** Reservations that it holds, by number: the tag. */
  readonly reservations = new Map<number, string>();
  /** Its settings by name (OCPP 1.6 section 9). */
  readonly settings: ReadonlyMap<string, Setting> = new Map<string, Setting>([
    ['HeartbeatInterval', { value: '60', readonly: false }],
    ['MeterValueSampleInterval', { value: '60', readonly: false }],
    [
      'MeterValuesSampledData',
      { value: 'Energy.Active.Import.Register,Power.Active.Import,SoC', readonly: false },
    ],
    ['ClockAlignedDataInterval', { value: '0', readonly: false, reboot: true }],
    ['AuthorizeRemoteTxRequests', { value: 'false', readonly: false }],
    ['SupportedFeatureProfiles', { value: 'Core,Reservation,SmartCharging,RemoteTrigger', readonly: true }],
    ['AuthorizationKey', { value: 'a key of its own', readonly: false }],
  ]);
  /** Hears that the connection is over, with the code of its close (RFC 6455 section 7.4). */
  closed: (code: number) => void = () => {};

  constructor(options: ChargerOptions) {
    this.options = { connectors: 1, power: 7, register: 0, model: 'Simulated', lateMs: 0, ...options };
    this.connectors = Array.from({ length: this.options.connectors }, () => ({
      register: this.options.register,
      session: null,
    }));
  }

  /** kW that it is limited to, of several profiles the one of the highest level; undefined = it is not. */
  get limit(): number | undefined {
    return [...this.profiles.values()].toSorted((a, b) => b.level - a.level)[0]?.power;
  }

  get open(): boolean {
    return this.#socket?.readyState === WebSocket.OPEN;
  }

  /** Connects, and tells what it is and how its connectors stand. @throws where the door refuses it */
  async connect({ boot = true }: { boot?: boolean } = {}): Promise<void> {
    const { url, identity, key } = this.options;
    const authorization = `Basic ${Buffer.from(`${identity}:${key}`).toString('base64')}`;
    const socket = new WebSocket(`${url}/${encodeURIComponent(identity)}`, ['ocpp1.6'], {
      headers: { authorization },
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    socket.on('error', () => {});
    socket.on('close', (code) => {
      // What waits was asked on the connection that holds now.
      if (this.#socket !== socket) return;
      this.closed(code);
      for (const { reject } of this.#waiting.values()) reject(new Error('the connection is over'));
      this.#waiting.clear();
    });
    socket.on('message', (data: Buffer) => this.#take(data.toString('utf8')));
    this.#socket = socket;
    if (!boot) return;
    await this.call('BootNotification', {
      chargePointVendor: 'Meterhouse',
      chargePointModel: this.options.model,
      firmwareVersion: '1.0',
    });
    for (const i of this.connectors.keys()) await this.status(i + 1, this.#stateOf(i + 1));
  }

  /** Sends text as it is. */
  raw(text: string): void {
    this.#socket?.send(text);
  }

  /** Calls the door. @throws CallError what it answers, or that the connection is over */
  call(method: string, payload: Payload): Promise<Payload> {
    if (!this.open) return Promise.reject(new Error('the connection is over'));
    const id = randomUUID();
    const reply = new Promise<Payload>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.raw(JSON.stringify([2, id, method, payload]));
    return reply;
  }

  now(): string {
    return new Date(Date.now() + (this.faults.clockAheadMs ?? 0)).toISOString();
  }

  /** The stamp of a session that it begins. */
  protected begun(): string {
    return new Date(Date.parse(this.now()) - this.options.lateMs).toISOString();
  }

  status(connectorId: number, status: string, errorCode = 'NoError', info?: string): Promise<Payload> {
    return this.call('StatusNotification', { connectorId, status, errorCode, timestamp: this.now(), ...(info ? { info } : {}) }); // prettier-ignore
  }

  /** Begins a session. @returns its number, or null where the tag was refused */
  async begin(connectorId: number, idTag: string): Promise<number | null> {
    const connector = this.#connector(connectorId);
    await this.status(connectorId, 'Preparing');
    const request = {
      connectorId,
      idTag,
      meterStart: Math.round(connector.register),
      timestamp: this.begun(),
    };
    const reply = await this.call('StartTransaction', request);
    if (this.faults.repeats) await this.call('StartTransaction', request);
    const id = Number(reply['transactionId']);
    connector.session = { id, tag: idTag, soc: 20 };
    const { status } = reply['idTagInfo'] as { status: string };
    if (status !== 'Accepted') {
      await this.end(connectorId, 'DeAuthorized');
      return null;
    }
    await this.status(connectorId, 'Charging');
    return id;
  }

  /** Charges for a time and tells what it measured. @param ms that pass for its registers */
  async charge(connectorId: number, ms: number): Promise<void> {
    const connector = this.#connector(connectorId);
    const { session } = connector;
    if (!session) return;
    const running = this.connectors.filter((one) => one.session).length;
    const limit = this.faults.ignores ? Infinity : (this.limit ?? Infinity) / running;
    const power = Math.min(this.options.power, limit);
    connector.register += (power * 1000 * ms) / 3_600_000;
    session.soc = Math.min(100, session.soc + ms / 120_000);
    await this.call('MeterValues', {
      connectorId,
      transactionId: session.id,
      meterValue: [
        {
          timestamp: this.now(),
          sampledValue: [
            {
              value: String(Math.round(connector.register)),
              measurand: 'Energy.Active.Import.Register',
              unit: 'Wh',
            },
            { value: (power * 1000).toFixed(0), measurand: 'Power.Active.Import', unit: 'W' },
            { value: session.soc.toFixed(1), measurand: 'SoC', unit: 'Percent' },
          ],
        },
      ],
    });
  }

  async end(connectorId: number, reason = 'Local'): Promise<void> {
    const connector = this.#connector(connectorId);
    const { session } = connector;
    if (!session) return;
    connector.session = null;
    const request = {
      transactionId: session.id,
      idTag: session.tag,
      meterStop: Math.round(connector.register),
      timestamp: this.now(),
      reason,
    };
    await this.call('StopTransaction', request);
    if (this.faults.repeats) await this.call('StopTransaction', request);
    await this.status(connectorId, 'Available');
  }

  close(): Promise<void> {
    const socket = this.#socket;
    if (!socket || socket.readyState === WebSocket.CLOSED) return Promise.resolve();
    return new Promise((resolve) => {
      socket.once('close', () => resolve());
      socket.close();
    });
  }

  /** Its line is cut: nothing is said. */
  cut(): void {
    this.#socket?.terminate();
  }

  #stateOf(connectorId: number): string {
    if (this.#connector(connectorId).session) return 'Charging';
    return this.#available ? 'Available' : 'Unavailable';
  }

  #connector(id: number): Connector {
    const connector = this.connectors[id - 1];
    if (!connector) throw new RangeError(`there is no connector ${id}`);
    return connector;
  }

  #take(text: string): void {
    const [type, id, third, fourth] = JSON.parse(text) as [number, string, unknown, unknown];
    const waiting = this.#waiting.get(id);
    if (type === 2) {
      this.heard.push([String(third), fourth as Payload]);
      return this.answer(id, String(third), fourth as Payload);
    }
    this.#waiting.delete(id);
    if (type === 3) waiting?.resolve(third as Payload);
    else waiting?.reject(new CallError(String(third), String(fourth)));
  }

  /** Answers a call and does what it asks for. */
  protected answer(id: string, method: string, payload: Payload): void {
    if (this.faults.silent) return;
    this.reply(id, this.#replyTo(method, payload));
    if (this.faults.rejects) return;
    this.#obey(method, payload).catch(() => {});
  }

  protected reply(id: string, payload: Payload): void {
    this.raw(JSON.stringify([3, id, payload]));
  }

  #replyTo(method: string, payload: Payload): Payload {
    if (method === 'GetConfiguration')
      return {
        configurationKey: [...this.settings].map(([key, { value, readonly }]) => ({ key, readonly, value })),
      };
    const rejected = this.faults.rejects === true;
    if (method === 'UnlockConnector') return { status: rejected ? 'UnlockFailed' : 'Unlocked' };
    if (method === 'ChangeConfiguration') return { status: rejected ? 'Rejected' : this.#change(payload) };
    if (method === 'ClearChargingProfile' && !this.profiles.has(Number(payload['id'])))
      return { status: 'Unknown' };
    const unknown =
      method === 'CancelReservation' && !this.reservations.has(Number(payload['reservationId']));
    return { status: unknown || rejected ? 'Rejected' : 'Accepted' };
  }

  #change({ key, value }: Payload): string {
    const known = this.settings.get(String(key));
    if (!known) return 'NotSupported';
    if (known.readonly) return 'Rejected';
    known.value = String(value);
    return known.reboot ? 'RebootRequired' : 'Accepted';
  }

  async #obey(method: string, payload: Payload): Promise<void> {
    const connector = Number(payload['connectorId'] ?? 1);
    if (method === 'RemoteStartTransaction' && !this.#connector(connector).session)
      await this.begin(connector, String(payload['idTag']));
    if (method === 'RemoteStopTransaction') {
      const at = this.connectors.findIndex(({ session }) => session?.id === payload['transactionId']);
      if (at >= 0) await this.end(at + 1, 'Remote');
    }
    if (method === 'SetChargingProfile') keepProfile(this.profiles, payload);
    if (method === 'ClearChargingProfile') this.profiles.delete(Number(payload['id']));
    if (method === 'ReserveNow')
      this.reservations.set(Number(payload['reservationId']), String(payload['idTag']));
    if (method === 'CancelReservation') this.reservations.delete(Number(payload['reservationId']));
    if (method === 'ChangeAvailability') {
      this.#available = payload['type'] === 'Operative';
      for (const [i, { session }] of this.connectors.entries())
        if (!session && (connector === 0 || connector === i + 1))
          await this.status(i + 1, this.#available ? 'Available' : 'Unavailable');
    }
    if (method === 'TriggerMessage' && payload['requestedMessage'] === 'StatusNotification')
      for (const i of this.connectors.keys())
        if (payload['connectorId'] === undefined || connector === i + 1)
          await this.status(i + 1, this.#stateOf(i + 1));
    if (method === 'Reset') {
      for (const i of this.connectors.keys())
        await this.end(i + 1, payload['type'] === 'Hard' ? 'HardReset' : 'SoftReset');
      await this.close();
      await this.connect();
    }
  }
}

/** Keeps a profile in watts; one of the same number or level goes (OCPP 1.6 section 5.16). */
function keepProfile(profiles: SimulatedCharger['profiles'], payload: Payload): void {
  const given = payload['csChargingProfiles'] as {
    chargingProfileId: number;
    stackLevel: number;
    chargingSchedule: { chargingRateUnit: string; chargingSchedulePeriod: readonly { limit: number }[] };
  };
  const { chargingProfileId: id, stackLevel: level, chargingSchedule: schedule } = given;
  const [first] = schedule.chargingSchedulePeriod;
  if (schedule.chargingRateUnit !== 'W' || !first) return;

  for (const [other, kept] of profiles) if (kept.level === level) profiles.delete(other);
  profiles.set(id, { level, power: first.limit / 1000 });
}
