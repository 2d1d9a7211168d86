import { sql } from 'kysely';
import { STAT_TYPE, type StatType } from '#contract/upload.ts';
import type { Text } from '#contract/text.ts';
import { type Language, textIn } from '#contract/text.ts';
import { creditCodeHolds } from '#domain/archive/creditCode.ts';
import type { Ratio } from '#domain/decimal/decimal.ts';
import { groupedBy } from '#domain/group.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import { clockAt, dateAt } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import type { CheckAnswer, CheckedItem } from '../contract.ts';
import type { Computed, Hold, Item } from '../domain/figure.ts';
import { jitterOf, type Period, periodName, periodsIn, slotAt } from '../domain/period.ts';
import {
  type Candidate,
  failedBy,
  type Situation,
  threeWorkingDaysAfter,
  verdictsOf,
} from '../domain/preflight.ts';
import { percentOff, plus } from '../domain/value.ts';
import { archiveRowsOf } from './archiveRow.ts';
import { gaugesOf, itemsOf } from './items.ts';
import type { Platform } from './platform.ts';
import { planOf } from './prepare.ts';
import { figuresOf, type Ground, groundOf } from './values.ts';

/** The weeks before that a day is compared with. */
const WEEKS = 4;

interface Last {
  readonly code: string;
  readonly sentText: string | null;
  readonly state: NonNullable<CheckedItem['last']>['state'];
  readonly revision: number;
  readonly ratio: string | null;
}

/**
 * Checks what would be reported of a period: every rule with its number, and every item. Real-time items are checked over
 * the day that begins the period. @param now ms
 */
export async function checkOf(
  db: Db,
  platform: Platform,
  { statType, period }: { readonly statType: StatType; readonly period: Period },
  language: Language,
  now: number,
): Promise<CheckAnswer> {
  const ground = await groundOf(db, platform);
  const items = await itemsOf(db, platform.consumerId, { statTypes: [statType] });
  const gauges = groupedBy(await gaugesOf(db, platform.consumerId, items.map(({ dataCode }) => dataCode)), ({ dataCode }) => dataCode); // prettier-ignore
  const states = new Map(
    (await archiveRowsOf(db, platform, 'dataCollectConfigure')).map((row) => [row.id, row.state]),
  );
  const lasts = await lastOf(db, platform.id, statType, period);
  const day = dateAt(platform.zone, period.from);
  const candidates: Candidate[] = [];
  const checked: CheckedItem[] = [];
  for (const item of items) {
    const figures = await figuresOf(ground, item, periodsIn(platform.zone, statType, period.from, period.to));
    const plan = await planOf(db, platform.id, figures, { again: false, now });
    const meters = gauges.get(item.dataCode) ?? [];
    const candidate: Candidate = {
      figures: plan.map(({ figure, hold, decision }) => ({
        figure,
        hold,
        sameSent: decision.act === 'skip',
      })),
      known: states.get(item.id) ?? 'never',
      overdue: meters
        .filter(({ nextAlignDate }) => nextAlignDate !== null && nextAlignDate < day)
        .map(({ name }) => name),
      weekdays: statType === STAT_TYPE.day ? await weekdaysOf(ground, item, period) : [],
      lastRatio: lasts.get(item.dataCode)?.ratio ?? null,
      days: statType === STAT_TYPE.month ? await daysOf(ground, item, period) : null,
    };
    candidates.push(candidate);
    checked.push(itemOf(item, candidate, { meters: meters.map(({ name }) => name), last: lasts.get(item.dataCode) ?? null }, language)); // prettier-ignore
  }
  const verdicts = verdictsOf(candidates, await situationOf(db, ground, candidates, statType, now));
  const green = checked.filter(({ rules }) => rules.length === 0).length;
  return {
    platformId: platform.id,
    statType,
    period: periodName(platform.zone, statType === STAT_TYPE.quarter ? STAT_TYPE.day : statType, period.from),
    verdicts,
    items: checked,
    green,
    score: checked.length === 0 ? null : green / checked.length,
  };
}

/** What the list says of one item: of several figures the first that is held. */
function itemOf(
  item: Item,
  candidate: Candidate,
  more: { readonly meters: readonly string[]; readonly last: Last | null },
  language: Language,
): CheckedItem {
  const shown: { figure: Computed; hold: Hold | null } | undefined =
    candidate.figures.find(({ hold }) => hold !== null) ?? candidate.figures[0];
  const why: Text | undefined = shown?.hold?.why;
  const { last, meters } = more;
  return {
    itemId: item.id,
    itemName: item.name,
    dataCode: item.dataCode,
    statType: item.statType,
    sentText: shown?.figure.sentText ?? null,
    unit: shown?.figure.unit.unit ?? '',
    convertRation: shown?.figure.ratioText ?? null,
    coverage: shown && !shown.figure.lack ? shown.figure.coverage : null,
    rules: failedBy(candidate),
    held: candidate.figures.some(({ hold }) => hold !== null),
    why: why ? textIn(why, language) : null,
    meters,
    last: last && { sentText: last.sentText, state: last.state, revision: last.revision },
  };
}

async function lastOf(
  db: Db,
  platformId: number,
  statType: StatType,
  period: Period,
): Promise<Map<string, Last>> {
  const { rows } = await sql<Last>`select distinct on (data_code) data_code as code, sent_text as "sentText",
      figure_state as state, revision, convert_ration as ratio
    from upload_detail where platform_id = ${platformId} and stat_type = ${statType}
      and stat_date < ${new Date(period.to)} and figure_state <> 'superseded'
    order by data_code, stat_date desc, revision desc`.execute(db);
  return new Map(rows.map((row) => [row.code, row]));
}

/** The same weekday of the weeks before, as far as it is known. */
async function weekdaysOf(ground: Ground, item: Item, period: Period): Promise<Ratio[]> {
  const { zone } = ground.platform;
  const day = zone.localDay(period.from);
  const before = Array.from({ length: WEEKS }, (_, i): Period => {
    const from = day - 7 * (i + 1);
    return { from: zone.startOfDay(from), to: zone.startOfDay(from + 1) };
  });
  const figures = await figuresOf(ground, item, before.toReversed());
  return figures.flatMap(({ raw, coverage }) => (raw !== null && coverage >= 0.9 ? [raw] : []));
}

/** The sum of an item's days, where the enterprise reports these too and knows all of them. */
async function daysOf(ground: Ground, item: Item, period: Period): Promise<Ratio | null> {
  const days = await itemsOf(ground.db, ground.platform.consumerId, { statTypes: ['1'] });
  const daily = days.find(({ dataCode }) => dataCode === item.dataCode);
  if (!daily) return null;
  const figures = await figuresOf(
    ground,
    daily,
    periodsIn(ground.platform.zone, '1', period.from, period.to),
  );
  let sum: Ratio = { num: 0n, den: 1n };
  for (const { raw } of figures) {
    if (raw === null) return null;
    sum = plus(sum, raw);
  }
  return sum;
}

async function situationOf(
  db: Db,
  ground: Ground,
  candidates: readonly Candidate[],
  statType: StatType,
  now: number,
): Promise<Situation> {
  const { platform } = ground;
  const { zone, enterpriseCode, protocol } = platform;
  const slot = slotAt(zone, platform.uploadTime, platform.slotMs, now);
  const begins = slot.from + jitterOf(platform.id, platform.slotMs);
  const area = protocol === 'A' ? 'SDNDataUpload' : 'HunanDataUpload';
  return {
    statType,
    registered: platform.registered,
    keyDays: platform.keyUntil === null ? null : Math.floor((platform.keyUntil - now) / DAY_MS),
    credit:
      enterpriseCode === null
        ? null
        : { last: enterpriseCode.slice(-1), holds: creditCodeHolds(enterpriseCode) },
    dicVersion: protocol === 'B' ? '--' : platform.dicVersion,
    clockOffsetS: platform.clockOffset,
    slotOpen: begins <= now && now < slot.to,
    slotText: `${clockAt(zone, begins)}–${clockAt(zone, slot.to)}`,
    obligatory: await obligatoryOf(db, platform.consumerId),
    ...processesOf(candidates),
    notSentAnew: await notSentAnew(db, platform, now),
    manager: `/${area}/SDNDataUploadManager`,
    archive: protocol === 'A' ? '/Archive/gaugeVerifyConfigure' : '/HunanDataUpload/SDNBasicInfoUpload',
  };
}

/** Which of what the interface asks for there is: all energy, each energy by day and month, output and output value. */
async function obligatoryOf(db: Db, consumerId: number): Promise<Situation['obligatory']> {
  const items = await itemsOf(db, consumerId, {});
  const has = (test: (item: Item) => boolean): boolean => items.some(test);
  const energies = new Set(
    items.flatMap(({ energyClassCode, energyTypeCode }) =>
      (energyClassCode === '01' || energyClassCode === '02') && energyTypeCode !== '0000'
        ? [energyTypeCode]
        : [],
    ),
  );
  const wanted = [
    has(({ energyTypeCode }) => energyTypeCode === '0000'),
    has(({ energyClassCode }) => energyClassCode === '04'),
    has(({ energyClassCode }) => energyClassCode === '09'),
    ...[...energies].flatMap((code) =>
      (['1', '2'] as const).map((type) =>
        has((item) => item.energyTypeCode === code && item.statType === type && item.scope === '1'),
      ),
    ),
  ];
  return { there: wanted.filter(Boolean).length, of: wanted.length };
}

/** How much of the plant's energy its processes are, of the energy of which this is largest. */
function processesOf(candidates: readonly Candidate[]): Pick<Situation, 'processShare' | 'processesExceed'> {
  const figures = candidates.flatMap(({ figures: [first] }) => (first ? [first.figure] : []));
  let share: string | null = null;
  for (const { item, raw } of figures) {
    if (item.scope !== '1' || raw === null) continue;
    const parts = figures.filter(
      (one) =>
        one.item.scope === '2' && one.item.dataCode.slice(8) === item.dataCode.slice(8) && one.raw !== null,
    );
    if (parts.length === 0) continue;
    let sum: Ratio = { num: 0n, den: 1n };
    for (const part of parts) sum = plus(sum, part.raw ?? { num: 0n, den: 1n });
    const off = percentOff(sum, raw);
    const percent = off === null ? null : (Number(off) + 100).toFixed(1);
    if (percent !== null && (share === null || Number(percent) > Number(share))) share = percent;
  }
  return { processShare: share, processesExceed: share !== null && Number(share) > 100 };
}

/** Rows of replacements and verifications older than three working days that the platform has not as they are. */
async function notSentAnew(db: Db, platform: Platform, now: number): Promise<number> {
  const today = platform.zone.localDay(now);
  const { rows } = await sql<{ resource: string; id: number; day: number }>`
    select 'gaugeReplaceConfigure' as resource, id, (install_time at time zone ${platform.zone.name}::text)::date - date '1970-01-01' as day
      from gauge_replace_configure where consumer_id = ${platform.consumerId}
    union all select 'gaugeVerifyConfigure', id, verify_time::date - date '1970-01-01'
      from gauge_verify_configure where consumer_id = ${platform.consumerId} limit 5000`.execute(db);
  const late = rows.filter(({ day }) => threeWorkingDaysAfter(day) < today);
  let count = 0;
  for (const [resource, list] of groupedBy(late, (row) => row.resource)) {
    const states = await archiveRowsOf(db, platform, resource, list.map(({ id }) => id)); // prettier-ignore
    count += states.filter(({ state }) => state !== 'same').length;
  }
  return count;
}
