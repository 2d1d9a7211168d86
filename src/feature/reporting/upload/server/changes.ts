import { sql } from 'kysely';
import type { StatType } from '#contract/upload.ts';
import { groupedBy } from '#domain/group.ts';
import { bucketStart } from '#domain/time/bucket.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { endNotice, raiseNotice } from '#feature/house/notice/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Hold } from '../domain/figure.ts';
import { inBoth } from '#contract/inBoth.ts';
import { LEVEL_OF, type Period, periodsIn } from '../domain/period.ts';
import { fileBatch } from './batch.ts';
import { itemsOf } from './items.ts';
import { type Platform, platformById, platformsOf } from './platform.ts';
import { planOf } from './prepare.ts';
import { figuresOf, groundOf } from './values.ts';

/** Intervals of meters whose history was folded anew; ms. */
export type Touched = ReadonlyMap<number, Period>;

interface Affected {
  readonly platformId: number;
  readonly itemId: number;
  readonly statType: StatType;
  readonly from: number;
  readonly to: number;
}

/** Items whose acknowledged figures lie in intervals of their meters; each with the range of these figures. */
async function affectedBy(db: Db, touched: Touched): Promise<Affected[]> {
  const list = [...touched];
  const { rows } = await sql<Affected>`
    with t as (select * from unnest(${list.map(([id]) => id)}::integer[],
        ${list.map(([, { from }]) => new Date(from))}::timestamptz[],
        ${list.map(([, { to }]) => new Date(to))}::timestamptz[]) t (meter, from_ts, to_ts)),
    code as (select g.consumer_id, g.data_code, t.from_ts, t.to_ts from t
        join gauge_configure g on g.ammeter_id = t.meter and g.report_ratio <> 0
      union all select g.consumer_id, left(g.data_code, 8) || '020000' || right(g.data_code, 2), t.from_ts, t.to_ts
        from t join gauge_configure g on g.ammeter_id = t.meter and g.report_ratio <> 0
      union all select g.consumer_id, left(g.data_code, 8) || '010000' || right(g.data_code, 2), t.from_ts, t.to_ts
        from t join gauge_configure g on g.ammeter_id = t.meter and g.report_ratio <> 0)
    select d.platform_id as "platformId", max(d.item_id) as "itemId", d.stat_type as "statType",
      (date_part('epoch', min(d.stat_date)) * 1000)::float8 as from,
      (date_part('epoch', max(d.stat_date)) * 1000)::float8 + 1 as to
    from code c join upload_detail d on d.consumer_id = c.consumer_id and d.data_code = c.data_code
      and d.figure_state = 'acknowledged' and d.stat_date < c.to_ts
      and d.stat_date + case d.stat_type when '0' then interval '15 minutes' when '1' then interval '25 hours'
        when '2' then interval '31 days 1 hour' else interval '366 days 1 hour' end > c.from_ts
    group by d.platform_id, d.data_code, d.stat_type`.execute(db);
  return rows;
}

/** Computes touched figures anew and files the revisions. @returns how many figures changed */
export async function reviseTouched(db: Db, touched: Touched, now: number): Promise<number> {
  if (touched.size === 0) return 0;
  let count = 0;
  const byPlatform = groupedBy(await affectedBy(db, touched), ({ platformId }) => platformId);
  for (const [platformId, list] of byPlatform) {
    const platform = await platformById(db, platformId);
    if (!platform) continue;
    const n = await revise(db, platform, list, now);
    count += n;
  }
  return count;
}

/** How far back the sweep looks at least, days. */
const SWEPT_DAYS = 35;

/** Compares what platforms acknowledged with what the fold says now: whatever was missed meanwhile is found. */
export async function sweep(db: Db, now: number): Promise<number> {
  let count = 0;
  for (const platform of await platformsOf(db, null)) {
    if (!platform.enabled) continue;
    const from = now - Math.max(SWEPT_DAYS, platform.reviseDays) * DAY_MS;
    const items = await itemsOf(db, platform.consumerId, { statTypes: ['1', '2', '3'] });
    const list = items.map(({ id, statType }): Affected => {
      const begin = bucketStart(platform.zone, LEVEL_OF[statType], from);
      return { platformId: platform.id, itemId: id, statType, from: begin, to: now };
    });
    const n = await revise(db, platform, list, now);
    count += n;
  }
  return count;
}

const MOST_PERIODS = 3000;

async function revise(db: Db, platform: Platform, list: readonly Affected[], now: number): Promise<number> {
  const ground = await groundOf(db, platform);
  const items = new Map(
    (await itemsOf(db, platform.consumerId, { ids: list.map(({ itemId }) => itemId) })).map((one) => [
      one.id,
      one,
    ]),
  );
  const oldest = now - platform.reviseDays * DAY_MS;
  const byHand: number[] = [];
  const asSent: number[] = [];
  const doubts: Doubt[] = [];
  const own = new Map<StatType, { ids: Set<number>; from: number; to: number; count: number }>();
  for (const { itemId, statType, from, to } of list) {
    const item = items.get(itemId);
    if (!item) continue;
    const periods = periodsIn(platform.zone, statType, from, to).slice(-MOST_PERIODS);
    for (const one of await planOf(db, platform.id, await figuresOf(ground, item, periods), {
      again: false,
      now,
    })) {
      if (one.kept?.state === 'acknowledged') doubts.push({ id: one.kept.id, hold: one.hold });
      if (one.kept?.state !== 'acknowledged') continue;
      if (one.decision.act !== 'insert') {
        if (one.hold === null) asSent.push(one.kept.id);
        continue;
      }
      const { period } = one.figure;
      if (!platform.enabled || period.to < oldest) {
        byHand.push(one.kept.id);
        continue;
      }
      const work = own.get(statType) ?? { ids: new Set<number>(), from: Infinity, to: 0, count: 0 };
      work.ids.add(itemId);
      own.set(statType, {
        ids: work.ids,
        from: Math.min(work.from, period.from),
        to: Math.max(work.to, period.to),
        count: work.count + 1,
      });
    }
  }
  for (const [statType, { ids, from, to }] of own)
    await fileRevision(db, platform, statType, [...ids], { from, to });
  await keepDoubts(db, doubts);
  await keepChanged(db, byHand, asSent);
  await tellChanged(db, platform, await openOf(db, platform.id), now);
  return byHand.length + [...own.values()].reduce((sum, { count }) => sum + count, 0);
}

/** One revision batch of a frequency waits at a time: a further change is seen when that is prepared. */
async function fileRevision(
  db: Db,
  platform: Platform,
  statType: StatType,
  itemIds: readonly number[],
  span: Period,
): Promise<void> {
  const { rows } =
    await sql`select from upload_record where platform_id = ${platform.id} and trigger_kind = 'revision'
    and stat_type = ${statType} and record_state = 'prepared' and _params @> ${JSON.stringify({ itemIds, ...span })}::jsonb
    limit 1`.execute(db);
  if (rows.length > 0) return;
  await fileBatch(db, platform, {
    kind: 'data',
    trigger: 'revision',
    statType,
    startedBy: null,
    params: { itemIds, ...span, only: 'known' },
  });
}

/** An acknowledged figure, and what would hold it if it were to be sent now; null = nothing. */
interface Doubt {
  readonly id: number;
  readonly hold: Hold | null;
}

/**
 * What a platform has acknowledged stays so, and says why its data cannot be relied on any more; where they can again it
 * says nothing.
 */
async function keepDoubts(db: Db, doubts: readonly Doubt[]): Promise<void> {
  if (doubts.length === 0) return;
  const rows = doubts.map(({ id, hold }) => ({
    id,
    rule: hold?.rule ?? null,
    cause: hold ? inBoth(hold.why).slice(0, 255) : null,
  }));
  await sql`update upload_detail d set held_rule = v.rule, cause = coalesce(v.cause, case when d.held_rule is null then d.cause end)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as v (id integer, rule text, cause text)
    where d.id = v.id and d.figure_state = 'acknowledged' and d.held_rule is distinct from v.rule`.execute(
    db,
  );
}

/** Figures whose history is another now wait for people until they are sent anew, or are as they were sent again. */
async function keepChanged(db: Db, changed: readonly number[], asSent: readonly number[]): Promise<void> {
  if (changed.length + asSent.length === 0) return;
  await sql`update upload_detail set _changed_at = case when id = any (${changed}::integer[]) then now() end
    where id = any (${[...changed, ...asSent]}::integer[]) and (_changed_at is null) = (id = any (${changed}::integer[]))`.execute(
    db,
  );
}

/** What of the figures that a platform has is left to people. */
interface Open {
  readonly byHand: number;
  readonly doubtful: number;
}

async function openOf(db: Db, platformId: number): Promise<Open> {
  const { rows } =
    await sql<Open>`select (count(*) filter (where _changed_at is not null))::integer as "byHand",
      (count(*) filter (where held_rule is not null))::integer as doubtful
    from upload_detail where platform_id = ${platformId} and figure_state = 'acknowledged'
      and (held_rule is not null or _changed_at is not null)`.execute(db);
  return rows[0] ?? { byHand: 0, doubtful: 0 };
}

/**
 * People are told of figures that are too old to be revised by themselves, and of those that a platform has and whose data
 * became doubtful.
 */
async function tellChanged(
  db: Db,
  platform: Platform,
  { byHand, doubtful }: Open,
  now: number,
): Promise<void> {
  if (byHand + doubtful === 0) return endNotice(db, 'uploadChanged', platform.id, now).then(() => undefined);
  const zh = [
    byHand > 0 && `${byHand} 个已上报数据的历史已改变，须人工重报`,
    doubtful > 0 && `${doubtful} 个已确认数据所依据的读数现有冲突、存疑或缺失，请核实`,
  ];
  const en = [
    byHand > 0 && `history of ${byHand} reported figures changed; send them anew by hand`,
    doubtful > 0 &&
      `${doubtful} acknowledged figures rest on data that are in conflict, suspect or missing now; please look`,
  ];
  await raiseNotice(db, {
    consumerId: platform.consumerId,
    kind: 'uploadChanged',
    objectId: platform.id,
    level: 2,
    text: {
      zh: `${platform.platformName}：${zh.filter(Boolean).join('；')}`,
      en: `${platform.platformName}: ${en.filter(Boolean).join('; ')}`,
    },
    link: `/SDNDataUpload/SDNDataUploadManager?platform=${platform.id}`,
    since: now,
  });
}
