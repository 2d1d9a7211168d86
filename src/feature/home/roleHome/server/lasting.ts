import { sql } from 'kysely';
import type { Language } from '#contract/text.ts';
import type { NoticeKind } from '#feature/house/notice/contract.ts';
import { noticePage } from '#feature/house/notice/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { LastingNotice, LastingNotices, NoticeReader } from '../contract.ts';

const SHOWN = 6;
const NAMED = 3;
/** What the duty is called for; dates of verifications are not. */
const KINDS: readonly NoticeKind[] = [
  'gatewaySilent',
  'meterSilent',
  'demandGuard',
  'gatewayClock',
  'serverClock',
];

interface Reader extends NoticeReader {
  readonly id: number;
}

/** Who has seen notices, the first first; names are those of the account, wherever it belongs. */
async function readersOf(system: Db, ids: readonly number[]): Promise<ReadonlyMap<number, NoticeReader[]>> {
  const { rows } = await sql<Reader>`
    select r.notice_id as id, e.name, (date_part('epoch', r.read_at) * 1000)::float8 as at
    from notice_read r join org_employee e on e.id = r.employee_id
    where r.notice_id = any (${ids}::integer[]) order by r.read_at`.execute(system);
  const found = new Map<number, NoticeReader[]>();
  for (const { id, ...reader } of rows) found.set(id, [...(found.get(id) ?? []), reader]);
  return found;
}

/**
 * What is not as it should be now: the notices of an enterprise that last, the gravest first, each with who has seen it.
 * @param trx shows the notices; @param system reads who has seen those
 */
export async function lastingOf(
  trx: Db,
  system: Db,
  query: { readonly consumerId: number; readonly employeeId: number; readonly language: Language },
  now: number,
): Promise<LastingNotices> {
  const { consumerId, employeeId, language } = query;
  const { list, pagination } = await noticePage(
    trx,
    { employeeId, language },
    { consumerId, state: 'open', kinds: KINDS, gravest: true },
    { current: 1, pageSize: SHOWN },
  );
  const { rows } = await sql<{ ended: number; unseen: number }>`
    select count(*) filter (where n.ended_at is not null and n.ended_at >= d.begin)::integer as ended,
      count(*) filter (where n.id is not null and n.ended_at is null
        and not exists (select from notice_read r where r.notice_id = n.id))::integer as unseen
    from (select date_trunc('day', ${new Date(now)}::timestamptz at time zone z.zone) at time zone z.zone as begin
        from (select coalesce((select s.time_zone from monitor_site s where s.consumer_id = ${consumerId}
          order by s.id limit 1), ${homeZone}) as zone) z) d
      left join notice n on n.consumer_id = ${consumerId} and n.kind = any (${KINDS}::text[]) and (n.ended_at is null or n.ended_at >= d.begin)`.execute(
    trx,
  );
  const readers = await readersOf(system, list.map(({ id }) => id)); // prettier-ignore
  return {
    now,
    list: list.map((notice): LastingNotice => {
      const seen = readers.get(notice.id) ?? [];
      return { ...notice, readers: seen.slice(0, NAMED), more: Math.max(0, seen.length - NAMED) };
    }),
    count: pagination.total,
    unseen: rows[0]?.unseen ?? 0,
    endedToday: rows[0]?.ended ?? 0,
  };
}
