import type { Ingest } from '#feature/meters/ingest/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { MeterValue } from '../domain/meterValue.ts';
import { CallFault } from './callFault.ts';
import { noteEvent } from './event.ts';
import { type BootRequest, keepBoot, keepHeard, keepStatus, type StatusRequest } from './link.ts';
import type { Pile } from './pile.ts';
import { storeMeterValues } from './reading.ts';
import { tellShare } from './shareChannel.ts';
import {
  refusedTag,
  sampleSession,
  startSession,
  type StartRequest,
  stopSession,
  type StopRequest,
} from './session.ts';
import { authorise, type TagInfo } from './tag.ts';

/** What a handler leans on. */
export interface ChargerContext {
  readonly db: Db;
  readonly ingest: Ingest;
  readonly pile: Pile;
}

type Reply = Record<string, unknown>;

/** Calls of a charger by their names in OCPP 1.6; their parameters have passed its schemas. */
export type Handlers = Readonly<
  Record<string, (context: ChargerContext, params: never, received: number) => Promise<Reply>>
>;

/** s; a charger that tells nothing else is heard so often. */
const HEARTBEAT_S = 60;
/** A charger has a few connectors: larger numbers are a fault of its own. */
const MOST_CONNECTORS = 100;

function checkConnector(connector: number, from: 0 | 1): void {
  if (connector < from || connector > MOST_CONNECTORS)
    throw new CallFault('PropertyConstraintViolation', `connectorId must be ${from} to ${MOST_CONNECTORS}`);
}

const nowText = (received: number): string => new Date(received).toISOString();

interface MeterRequest {
  readonly connectorId: number;
  readonly transactionId?: number;
  readonly meterValue: readonly MeterValue[];
}

interface SecurityEvent {
  readonly type: string;
  readonly techInfo?: string;
}

export const handlers: Handlers = {
  async BootNotification({ db, pile }, params: BootRequest, received) {
    await keepBoot(db, pile, params);
    await tellShare(db, pile.siteId);
    return { status: 'Accepted', currentTime: nowText(received), interval: HEARTBEAT_S };
  },
  async Heartbeat({ db, pile }, _params: Reply, received) {
    await keepHeard(db, pile);
    return { currentTime: nowText(received) };
  },
  async Authorize({ db, pile }, { idTag }: { readonly idTag: string }) {
    const idTagInfo = await authorise(db, pile, idTag);
    if (idTagInfo.status !== 'Accepted') await refusedTag(db, pile, idTag);
    return { idTagInfo };
  },
  async StatusNotification({ db, pile }, params: StatusRequest, received) {
    checkConnector(params.connectorId, 0);
    await keepStatus(db, pile, params, received);
    return {};
  },
  async StartTransaction({ db, pile }, params: StartRequest, received) {
    checkConnector(params.connectorId, 1);
    const { id, tag } = await startSession(db, pile, params, received);
    await tellShare(db, pile.siteId);
    return { transactionId: id, idTagInfo: tag };
  },
  async StopTransaction(
    { db, pile },
    params: StopRequest & { readonly idTag?: string },
    received,
  ): Promise<{ idTagInfo?: TagInfo }> {
    await stopSession(db, pile, params, received);
    await tellShare(db, pile.siteId);
    return params.idTag === undefined ? {} : { idTagInfo: await authorise(db, pile, params.idTag) };
  },
  async MeterValues({ db, ingest, pile }, params: MeterRequest, received) {
    const { connectorId, transactionId, meterValue } = params;
    checkConnector(connectorId, 0);
    const of = { connectorId, ...(transactionId === undefined ? {} : { transactionId }) };
    const found = connectorId === 0 && transactionId === undefined ? true : await sampleSession(db, pile, of, meterValue, received); // prettier-ignore
    if (!found && transactionId !== undefined)
      await noteEvent(db, pile, 'orphanMeter', { connector: connectorId, detail: String(transactionId) });
    await storeMeterValues(ingest, pile, connectorId, meterValue, received);
    return {};
  },
  // No vendor has messages of its own here.
  DataTransfer: async () => ({ status: 'UnknownVendorId' }),
  FirmwareStatusNotification: async () => ({}),
  DiagnosticsStatusNotification: async () => ({}),
  // From here on those of the security extension of OCPP 1.6 (edition 2 of its white paper).
  async SecurityEventNotification({ db, pile }, { type, techInfo }: SecurityEvent) {
    await noteEvent(db, pile, 'security', { detail: [type, techInfo].filter(Boolean).join(' · ') });
    return {};
  },
  // Certificates of chargers are not given out here (decision 200).
  SignCertificate: async () => ({ status: 'Rejected' }),
  LogStatusNotification: async () => ({}),
  SignedFirmwareStatusNotification: async () => ({}),
};
