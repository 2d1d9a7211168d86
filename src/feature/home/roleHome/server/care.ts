import { sql } from 'kysely';
import type { ContactState, GatewayRow, GatewaySummary } from '#feature/meters/communication/contract.ts';
import { gatewayRows } from '#feature/meters/communication/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { GatewayCare, GatewayLine } from '../contract.ts';

const SHOWN = 8;

/** The latest to fall silent first; what was never heard last. */
const URGENCY: Readonly<Record<ContactState, number>> = { silent: 0, offline: 1, never: 2, online: 3 };

const byUrgency = (a: GatewayRow, b: GatewayRow): number =>
  URGENCY[a.contact] - URGENCY[b.contact] ||
  (b.lastSeenAt ?? 0) - (a.lastSeenAt ?? 0) ||
  a.gatewayName.localeCompare(b.gatewayName);

/** Names of enterprises as the executor sees them. */
export async function consumerNames(
  trx: Db,
  ids: Iterable<number>,
): Promise<(id: number | null) => string | null> {
  const { rows } = await sql<{ id: number; name: string }>`
    select id, shown_name(org_name, org_name_en) as name from consumer where id = any (${[...new Set(ids)]}::integer[])`.execute(
    trx,
  );
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  return (id) => (id === null ? null : (names.get(id) ?? null));
}

/** Gateways in use that say nothing now, and those that send what means nothing yet; of one enterprise or of all. */
export async function careOf(trx: Db, consumerId: number | undefined, now: number): Promise<GatewayCare> {
  const all = (await gatewayRows(trx, { consumerId }, now)).filter(({ inUse }) => inUse);
  const summary: Record<ContactState, number> = { never: 0, online: 0, offline: 0, silent: 0 };
  for (const { contact } of all) summary[contact] += 1;
  const quiet = all.filter(({ contact }) => contact !== 'online').toSorted(byUrgency);
  const unmapped = all
    .filter((row) => row.unmapped > 0)
    .toSorted((a, b) => b.unmapped - a.unmapped || a.gatewayName.localeCompare(b.gatewayName));
  const shown = [...quiet.slice(0, SHOWN), ...unmapped.slice(0, SHOWN)];
  const nameOf = await consumerNames(trx, shown.map((row) => row.consumerId)); // prettier-ignore
  const lineOf = (row: GatewayRow): GatewayLine => ({
    id: row.id,
    gatewayName: row.gatewayName,
    siteName: row.siteName,
    timeZone: row.timeZone,
    contact: row.contact,
    lastSeenAt: row.lastSeenAt,
    meters: row.meters,
    unmapped: row.unmapped,
    waiting: row.waiting,
    clockOff: row.clockOff,
    consumerId: row.consumerId,
    consumerName: nameOf(row.consumerId) ?? '',
  });
  return {
    now,
    summary: summary satisfies GatewaySummary,
    quiet: quiet.slice(0, SHOWN).map(lineOf),
    quietCount: quiet.length,
    unmapped: unmapped.slice(0, SHOWN).map(lineOf),
    unmappedCount: unmapped.length,
    names: unmapped.reduce((count, { unmapped: n }) => count + n, 0),
  };
}
