import { sql } from 'kysely';
import type { Rejection } from '#feature/meters/ingest/contract.ts';
import type { Db } from '#server/database/db.ts';
import { ATTRIBUTE_LIMITS, attributeMessages, type TakenAttributes } from '../domain/attribute.ts';
import type { CommandMessage } from './command.ts';

/** The channel on which it is told that shared attributes changed: a `SharedNotice` as JSON. */
export const SHARED = 'gateway_attribute';

interface SharedNotice {
  readonly gatewayId: number;
  readonly deviceName: string | null;
  readonly name: string;
}

/** An attribute that was not kept. */
export interface RefusedAttribute {
  readonly device: string;
  readonly key: string;
  readonly reason: Rejection;
  readonly sample: string;
}

/** The key of the gateway itself among its devices. */
const keyOf = (deviceName: string | null): string => deviceName ?? '';

/** Keeps what devices tell of themselves, within the bounds. @returns what was not kept */
export async function storeClient(
  db: Db,
  { gatewayId, consumerId }: { readonly gatewayId: number; readonly consumerId: number },
  taken: TakenAttributes,
): Promise<RefusedAttribute[]> {
  const refused: RefusedAttribute[] = [];
  const rows: { device: string; name: string; value: string }[] = [];
  for (const [deviceName, values] of taken) {
    const device = keyOf(deviceName);
    for (const [name, value] of values) {
      const reason = reasonOf(device, name, value, deviceName === null);
      if (reason) refused.push({ device, key: name, reason, sample: value.slice(0, 100) });
      else rows.push({ device, name, value });
    }
  }
  if (rows.length === 0) return refused;
  // The same order in every message: two of them never wait for each other.
  rows.sort((a, b) => (a.device < b.device ? -1 : a.device > b.device ? 1 : a.name < b.name ? -1 : 1));
  const kept = await upsert(db, gatewayId, consumerId, rows);
  for (const [i, { device, name, value }] of rows.entries())
    if (!kept.has(i))
      refused.push({ device, key: name, reason: 'tooManyAttributes', sample: value.slice(0, 100) });
  return refused;
}

/** Writes what is known already or still fits. @returns the places of the rows that were written */
async function upsert(
  db: Db,
  gatewayId: number,
  consumerId: number,
  all: readonly { device: string; name: string; value: string }[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ i: number }>`
    with given as (
      select * from unnest(${all.map(({ device }) => device)}::text[], ${all.map(({ name }) => name)}::text[],
        ${all.map(({ value }) => value)}::text[]) with ordinality g (device, name, value, i)
    ), told as (
      select g.*, a.gateway_id is not null as known,
        count(*) filter (where a.gateway_id is null) over (partition by g.device order by g.i) as nth,
        count(*) filter (where a.gateway_id is null) over (order by g.i) as nth_of_all
      from given g left join gateway_attribute a on a.gateway_id = ${gatewayId} and a.device_name = g.device
        and not a.shared and a.attribute_name = g.name
    ), had as (
      select device_name as device, count(*) as n from gateway_attribute
      where gateway_id = ${gatewayId} and not shared group by 1
    ), fit as (
      select t.* from told t left join had h on h.device = t.device
      where t.known or (coalesce(h.n, 0) + t.nth <= ${ATTRIBUTE_LIMITS.device}
        and (select coalesce(sum(n), 0) from had) + t.nth_of_all <= ${ATTRIBUTE_LIMITS.gateway})
    ), written as (
      insert into gateway_attribute as x (gateway_id, consumer_id, device_name, shared, attribute_name, value)
      select g.id, ${consumerId}, f.device, false, f.name, f.value from fit f join gateway g on g.id = ${gatewayId}
      order by f.i
      on conflict (gateway_id, device_name, shared, attribute_name)
        do update set value = excluded.value, updated_at = excluded.updated_at
    )
    select (i - 1)::integer as i from fit`.execute(db);
  return new Set(rows.map(({ i }) => i));
}

function reasonOf(device: string, name: string, value: string, own: boolean): Rejection | undefined {
  const named = (text: string): boolean => text !== '' && text.length <= ATTRIBUTE_LIMITS.name;
  if (!named(name) || (!own && !named(device)) || /\0/.test(name + device)) return 'attributeName';
  return new TextEncoder().encode(value).length > ATTRIBUTE_LIMITS.value ? 'attributeTooLarge' : undefined;
}

/** Attributes of a device as JSON by name; null = all of them. */
export async function readAttributesOf(
  db: Db,
  gatewayId: number,
  deviceName: string | null,
  shared: boolean,
  names: readonly string[] | null,
): Promise<Map<string, string>> {
  const asked = names?.filter((name) => !name.includes('\0')) ?? null;
  if (asked?.length === 0 || deviceName?.includes('\0')) return new Map();
  const { rows } = await sql<{ name: string; value: string }>`
    select attribute_name as name, value from gateway_attribute
    where gateway_id = ${gatewayId} and device_name = ${keyOf(deviceName)} and shared = ${shared}
      and (${asked}::text[] is null or attribute_name = any(${asked}::text[])) order by 1`.execute(db);
  return new Map(rows.map(({ name, value }) => [name, value]));
}

/** Tells, when the transaction commits, that a shared attribute was set or removed. */
export async function tellShared(trx: Db, notice: SharedNotice): Promise<void> {
  await sql`select pg_notify(${SHARED}, ${JSON.stringify(notice)})`.execute(trx);
}

export const gatewayOfNotice = (notice: string): number => (JSON.parse(notice) as SharedNotice).gatewayId;

/** What a gateway is told of a change, as the attribute stands now. */
export async function sharedMessages(
  db: Db,
  notice: string,
): Promise<{ gatewayId: number; messages: readonly CommandMessage[] }> {
  const { gatewayId, deviceName, name } = JSON.parse(notice) as SharedNotice;
  const values = await readAttributesOf(db, gatewayId, deviceName, true, [name]);
  return { gatewayId, messages: attributeMessages(deviceName, values, values.size > 0 ? [] : [name]) };
}
