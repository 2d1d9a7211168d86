import { sql } from 'kysely';
import { judgeTime } from '#domain/charge/course.ts';
import type { Db } from '#server/database/db.ts';
import { noteEvent } from './event.ts';
import type { Pile } from './pile.ts';
import { tellShare } from './shareChannel.ts';
import { interruptAt, toldTime } from './session.ts';

/** A connection of a charger. */
interface Connection {
  readonly id: string;
  readonly address: string;
  /** When the charger connected, ms: of two the later holds, whichever is written first. */
  readonly since: number;
}

/**
 * Keeps that a charger is connected; the connection before, wherever it was held, is over.
 * @returns false where another one is later: this one is over
 */
export async function keepConnected(
  db: Db,
  pile: Pile,
  { id: connection, address, since }: Connection,
): Promise<boolean> {
  const { rows } = await sql<{ again: boolean }>`
    with before as (select connection is not null and disconnected_at is null as again from charge_link
      where pile_id = ${pile.id})
    insert into charge_link as l (pile_id, consumer_id, connection, connected_at, heard_at, address)
    values (${pile.id}, ${pile.consumerId}, ${connection}, ${new Date(since)}, now(), ${address})
    on conflict (pile_id) do update set consumer_id = excluded.consumer_id, connection = excluded.connection,
      connected_at = excluded.connected_at, disconnected_at = null, heard_at = excluded.heard_at,
      address = excluded.address
      where l.connected_at is null or l.connected_at <= excluded.connected_at
        -- What is stamped ahead is of before the clock was set back.
        or l.connected_at > clock_timestamp() + interval '5 seconds'
    returning coalesce((select again from before), false) as again`.execute(db);
  const [kept] = rows;
  if (!kept) return false;
  await sql`select pg_notify('charge_link', ${`${pile.id} ${connection}`})`.execute(db);
  await tellShare(db, pile.siteId);
  await noteEvent(db, pile, kept.again ? 'replaced' : 'connected', { detail: address });
  return true;
}

/** Keeps that a connection is over, unless another holds by now. */
export async function keepDisconnected(
  db: Db,
  pile: Pile,
  connection: string,
  detail: string,
): Promise<void> {
  const { numAffectedRows } = await sql`update charge_link set disconnected_at = now(), heard_at = now()
    where pile_id = ${pile.id} and connection = ${connection} and disconnected_at is null`.execute(db);
  if (!numAffectedRows) return;
  await tellShare(db, pile.siteId);
  await noteEvent(db, pile, 'disconnected', { detail });
}

export const keepHeard = (db: Db, pile: Pile): Promise<unknown> =>
  sql`update charge_link set heard_at = now() where pile_id = ${pile.id}`.execute(db);

export interface BootRequest {
  readonly chargePointVendor: string;
  readonly chargePointModel: string;
  readonly chargePointSerialNumber?: string;
  readonly firmwareVersion?: string;
}

/** Keeps what a charger says of itself when it starts. */
export async function keepBoot(db: Db, pile: Pile, boot: BootRequest): Promise<void> {
  await sql`update charge_link set boot_at = now(), vendor = ${boot.chargePointVendor},
      model = ${boot.chargePointModel}, serial = ${boot.chargePointSerialNumber ?? null},
      firmware = ${boot.firmwareVersion ?? null}
    where pile_id = ${pile.id}`.execute(db);
  const { chargePointVendor: vendor, chargePointModel: model, firmwareVersion } = boot;
  await noteEvent(db, pile, 'boot', { detail: [vendor, model, firmwareVersion].filter(Boolean).join(' ') });
}

export interface StatusRequest {
  readonly connectorId: number;
  readonly status: string;
  readonly errorCode: string;
  readonly info?: string;
  readonly vendorErrorCode?: string;
  readonly timestamp?: string;
}

/** Keeps how a connector stands; what is older than what is known changes nothing. */
export async function keepStatus(
  db: Db,
  pile: Pile,
  request: StatusRequest,
  received: number,
): Promise<void> {
  const told = request.timestamp === undefined ? received : toldTime(request.timestamp);
  const { at, doubt } = judgeTime(told, received);
  const { rows } = await sql<{ changed: boolean }>`
    with before as (select status, error_code from charge_connector where pile_id = ${pile.id}
      and connector = ${request.connectorId})
    insert into charge_connector as c (pile_id, consumer_id, connector, status, error_code, info, vendor_code, since, told_at)
    values (${pile.id}, ${pile.consumerId}, ${request.connectorId}, ${request.status}, ${request.errorCode},
      ${request.info ?? null}, ${request.vendorErrorCode ?? null}, ${new Date(at)}, ${new Date(at)})
    on conflict (pile_id, connector) do update set status = excluded.status, error_code = excluded.error_code,
      info = excluded.info, vendor_code = excluded.vendor_code, told_at = excluded.told_at,
      since = case when c.status = excluded.status and c.error_code = excluded.error_code then c.since
        else excluded.since end
      where excluded.told_at >= c.told_at
    returning (select error_code from before) is distinct from c.error_code as changed`.execute(db);
  if (told !== null && request.timestamp !== undefined)
    await sql`update charge_link set clock_ahead = ${Math.round(told - received)} where pile_id = ${pile.id}`.execute(db); // prettier-ignore
  if (doubt) await noteEvent(db, pile, 'clock', { detail: request.timestamp ?? null });
  const newest = rows.length > 0;
  if (newest && request.status === 'Available' && (await interruptAt(db, pile, request.connectorId, at)))
    await tellShare(db, pile.siteId);
  const faulty = request.errorCode !== 'NoError' || request.status === 'Faulted';
  if (rows[0]?.changed && faulty)
    await noteEvent(db, pile, 'fault', {
      connector: request.connectorId,
      detail: [request.errorCode, request.vendorErrorCode, request.info].filter(Boolean).join(' · '),
    });
}
