import { sql } from 'kysely';
import type { Page } from '#contract/envelope.ts';
import { type Language, type Text, textIn } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { NOTICE_KINDS, type NoticeKind, type NoticeWire } from '../contract.ts';

interface NoticeRow extends Omit<
  NoticeWire,
  'text' | 'kind' | 'kindName' | 'since' | 'raisedAt' | 'endedAt'
> {
  readonly kind: string;
  readonly text: Text;
  readonly since: Date;
  readonly raisedAt: Date;
  readonly endedAt: Date | null;
}

/** Which notices are asked for. */
export interface NoticeQuestion {
  readonly consumerId?: number | undefined;
  /** `causes`: those that last and follow from no other. */
  readonly state: 'open' | 'causes' | 'ended' | 'all';
  readonly kind?: string | undefined;
  readonly kinds?: readonly NoticeKind[];
  /** By level before age. */
  readonly gravest?: boolean;
}

/** The alarm record `a` of a notice `n`, and its shelf. */
export const RECORD = sql`left join alarm_record a on a.id = n.record_id
  left join alarm_shelf h on h.watch_kind = n.kind and h.object_id = n.object_id and h.until_at > now() and a.id is not null`;
/** Its alarm follows from another, of which alone people are told. */
const FOLLOWS = sql<boolean>`(a.id is not null and a._told < a.raise_count
  and (a._cause_id is not null or a._cause_gateway_id is not null))`;
/** Nobody is waited for: the person `r` has read it, somebody has confirmed or put aside its alarm, or that follows from another. */
export const SEEN = sql<boolean>`(r.notice_id is not null or coalesce(a.process, '0') <> '0' or h.until_at is not null
  or ${FOLLOWS})`;

const isKind = (kind: string): kind is NoticeKind => Object.hasOwn(NOTICE_KINDS, kind);

/** A page of notices as the executor sees them, those that last first, the newest first; read or not by one person. */
export async function noticePage(
  trx: Db,
  { employeeId, language }: { readonly employeeId: number; readonly language: Language },
  { consumerId, state, kind, kinds, gravest }: NoticeQuestion,
  page: { readonly current: number; readonly pageSize: number },
): Promise<Page<NoticeWire>> {
  const where = sql`(${consumerId ?? null}::integer is null or n.consumer_id = ${consumerId ?? null})
    and (${kind ?? null}::text is null or n.kind = ${kind ?? null})
    and (${kinds ?? null}::text[] is null or n.kind = any (${kinds ?? null}::text[]))
    and (${state} = 'all' or (n.ended_at is null) = (${state} <> 'ended'))
    and (${state} <> 'causes' or ${FOLLOWS} is not true)`;
  const { rows: totals } = await sql<{ total: number }>`
    select count(*)::integer as total from notice n left join alarm_record a on a.id = n.record_id where ${where}`.execute(
    trx,
  );
  const { rows } = await sql<NoticeRow>`
    select n.id, n.kind, n.object_id as "objectId", n.level, n.text, n.link, n.consumer_id as "consumerId",
      shown_name(c.org_name, c.org_name_en) as "consumerName", coalesce((select s.time_zone from monitor_site s
        where s.consumer_id = n.consumer_id order by s.id limit 1), ${homeZone}) as "timeZone", n.since, n.raised_at as "raisedAt", n.ended_at as "endedAt",
      n.record_id as "recordId", ${SEEN} as read
    from notice n join consumer c on c.id = n.consumer_id
      left join notice_read r on r.notice_id = n.id and r.employee_id = ${employeeId} ${RECORD}
    where ${where} order by n.ended_at is not null, ${gravest === true ? sql`n.level desc, n.since desc,` : sql``} n.id desc
    limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
  const list = rows.map((row) => ({
    ...row,
    kind: row.kind as NoticeKind,
    kindName: isKind(row.kind) ? textIn(NOTICE_KINDS[row.kind], language) : row.kind,
    text: textIn(row.text, language),
    since: row.since.getTime(),
    raisedAt: row.raisedAt.getTime(),
    endedAt: row.endedAt?.getTime() ?? null,
  }));
  return { list, pagination: { total: totals[0]?.total ?? 0, ...page } };
}
