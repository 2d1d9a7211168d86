import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import type { ConnectorWire } from '../contract.ts';

type Reservation = NonNullable<ConnectorWire['reservation']>;

/**
 * Reservations that hold, by `charger connector`: what the charger accepted and nobody gave up, until
 * it is over or its tag began a session there.
 */
export async function reservationsOf(
  trx: Db,
  pileIds: readonly number[],
): Promise<ReadonlyMap<string, Reservation>> {
  const { rows } = await sql<Reservation & { pileId: number; connector: number }>`
    select c.pile_id as "pileId", c.connector, c.id as "reservationId", c.id_tag as "idTag", t.holder,
      floor(extract(epoch from c.until_at) * 1000)::float8 as until
    from charge_command c left join charge_tag t on t.consumer_id = c.consumer_id and upper(t.tag_code) = c.id_tag
    where c.pile_id = any (${pileIds}::integer[]) and c.kind = 'reserve' and c.state = 'accepted' and c.until_at > now()
      and not exists (select from charge_command g where g.pile_id = c.pile_id and g.kind = 'cancelReserve'
        and g.state = 'accepted' and g.reservation_id = c.id)
      and not exists (select from charge_session s where s.pile_id = c.pile_id and s.id_tag = c.id_tag
        and s.connector = c.connector and s.begin_at > c.at - interval '1 minute')
    order by c.id`.execute(trx);
  // A later one of a connector takes the place of the one before.
  return new Map(rows.map(({ pileId, connector, ...one }) => [`${pileId} ${connector}`, one]));
}
