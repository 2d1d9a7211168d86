import { setTimeout as sleep } from 'node:timers/promises';
import { type ChargerOptions, type Payload, SimulatedCharger } from './charger.ts';

export interface EagerOptions extends ChargerOptions {
  /** ms that pass between the answer to a reset and its going, and until it comes again. */
  readonly resetMs?: number;
}

/** An end with signed values has so many bytes of them. */
const SIGNED_BYTES = 900;

/**
 * A charger that does not wait for answers, as simple simulators and hasty firmware are: it answers a call and at once tells what
 * it does. Registers begin at 0 with each session; ends that are asked for carry signed values and neither tag nor reason; a
 * restart forgets what was charged. It accepts whatever it is told to keep, and keeps nothing.
 */
export class EagerCharger extends SimulatedCharger {
  readonly #resetMs: number;
  /** Answers to what it told, refusals among them; nobody waits for them. */
  readonly told: Promise<unknown>[] = [];

  constructor({ resetMs = 50, ...options }: EagerOptions) {
    super(options);
    this.#resetMs = resetMs;
  }

  override async connect(): Promise<void> {
    await super.connect({ boot: false });
    const { model } = this.options;
    this.tell('BootNotification', { chargePointVendor: 'Meterhouse', chargePointModel: model, chargePointSerialNumber: '7', firmwareVersion: '2.1' }); // prettier-ignore
    for (const i of this.connectors.keys()) this.state(i + 1, 'Available');
  }

  /** Tells something and does not wait for the answer. */
  tell(method: string, payload: Payload): void {
    const answered = this.call(method, payload);
    answered.catch(() => {});
    this.told.push(answered);
  }

  /** Tells how a connector stands, without a stamp. */
  state(connectorId: number, status: string): void {
    this.tell('StatusNotification', { connectorId, errorCode: 'NoError', status });
  }

  /** Begins a session and tells in the same breath that it charges; the number of the session is known when it is answered. */
  async start(connectorId: number, idTag: string): Promise<void> {
    const request = { connectorId, idTag, meterStart: 0, timestamp: this.begun() };
    const answered = this.call('StartTransaction', request);
    this.state(connectorId, 'Charging');
    const { transactionId, idTagInfo } = await answered;
    const connector = this.connectors[connectorId - 1];
    if (!connector) return;
    connector.register = 0;
    if ((idTagInfo as { status: string }).status === 'Accepted') {
      connector.session = { id: Number(transactionId), tag: idTag, soc: 0 };
      return;
    }
    const end = { transactionId, meterStop: 0, reason: 'DeAuthorized', timestamp: this.now() };
    this.tell('StopTransaction', end);
    this.state(connectorId, 'Available');
  }

  /** Charges for a time and tells the register alone, in kWh. */
  override async charge(connectorId: number, ms: number): Promise<void> {
    const connector = this.connectors[connectorId - 1];
    if (!connector?.session) return;
    connector.register += (this.options.power * 1000 * ms) / 3_600_000;
    const value = String(connector.register / 1000);
    await this.call('MeterValues', {
      connectorId,
      transactionId: connector.session.id,
      meterValue: [{ timestamp: this.now(), sampledValue: [{ value, measurand: 'Energy.Active.Import.Register', unit: 'kWh' }] }],
    }); // prettier-ignore
  }

  protected override answer(id: string, method: string, payload: Payload): void {
    const status = this.#statusOf(method, payload);
    if (method === 'GetConfiguration')
      return this.reply(id, { configurationKey: [{ key: 'HeartbeatInterval', readonly: false, value: '300' }, { key: 'GetConfigurationMaxKeys', readonly: true, value: '99' }], unknownKey: [] }); // prettier-ignore
    this.reply(id, { status });
    if (status !== 'Rejected') this.#act(method, payload).catch(() => {});
  }

  #statusOf(method: string, payload: Payload): string {
    const own = this.connectors[Number(payload['connectorId']) - 1];
    if (method === 'RemoteStartTransaction') return own && !own.session ? 'Accepted' : 'Rejected';
    if (method === 'RemoteStopTransaction') return this.#running(payload) < 0 ? 'Rejected' : 'Accepted';
    if (method === 'UnlockConnector') return 'Unlocked';
    if (method === 'TriggerMessage')
      return payload['requestedMessage'] === 'StatusNotification' ? 'Accepted' : 'NotImplemented';
    return 'Accepted';
  }

  #running({ transactionId }: Payload): number {
    return this.connectors.findIndex(({ session }) => session?.id === transactionId);
  }

  async #act(method: string, payload: Payload): Promise<void> {
    const connectorId = Number(payload['connectorId']);
    if (method === 'RemoteStartTransaction') await this.start(connectorId, String(payload['idTag']));
    if (method === 'RemoteStopTransaction') this.#stop(this.#running(payload) + 1);
    // Of what is put into service again it tells nothing.
    if (method === 'ChangeAvailability' && payload['type'] === 'Inoperative')
      this.state(connectorId, 'Unavailable');
    if (method === 'Reset') await this.#restart();
  }

  #stop(connectorId: number): void {
    const connector = this.connectors[connectorId - 1];
    if (!connector?.session) return;
    const { id: transactionId } = connector.session;
    connector.session = null;
    const timestamp = this.now();
    const value = JSON.stringify({ signedMeterData: 'QUJD'.repeat(SIGNED_BYTES / 4), encodingMethod: 'OCMF', publicKey: 'QUJD' }); // prettier-ignore
    this.tell('StopTransaction', {
      transactionId,
      meterStop: Math.floor(connector.register),
      timestamp,
      transactionData: [{ timestamp, sampledValue: [{ value, format: 'SignedData', context: 'Transaction.End' }] }], // prettier-ignore
    });
    this.state(connectorId, 'Available');
  }

  async #restart(): Promise<void> {
    await sleep(this.#resetMs);
    for (const connector of this.connectors) connector.session = null;
    await this.close();
    await sleep(this.#resetMs);
    await this.connect();
  }
}
