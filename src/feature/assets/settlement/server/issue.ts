import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { timeAt } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import { recordChange } from '#server/resource/audit.ts';
import type { SlotCall } from '#server/resource/slot.ts';
import { type IssuedSettlement, SHARE_LABELS, type ShareCode, type SiteSettlement } from '../contract.ts';
import { between } from '../domain/statementPaper.ts';
import { metersOf } from './asset.ts';
import type { SettledPart } from './settle.ts';
import { assetKey, daysKept, keptOf, shownNames, type Snapshot, snapshotOf } from './snapshot.ts';
import type { FoundMonth } from './statement.ts';

const TERMS: Readonly<Record<string, Text>> = {
  prices: { zh: '电价', en: 'Prices' },
  wearCost: { zh: '损耗成本', en: 'Cost of wear' },
  operationCost: { zh: '运维费', en: 'Operation and maintenance' },
  customerShare: { zh: '用户分成比例', en: 'Share of the customer' },
  commissioned: { zh: '投运日期', en: 'Commissioned on' },
  retired: { zh: '停用时间', en: 'Out of use since' },
  sessions: { zh: '充电会话', en: 'Sessions' },
  demand: { zh: '最大需量（有储能 / 无储能）', en: 'Maximum demand with and without the battery' },
};

/** What the change log calls a kept settlement. */
const KEPT = { name: 'assetSettlement', scope: 'consumerId' } as const;

interface KeptRow {
  readonly id: number;
  readonly consumerId: number;
  readonly siteId: number;
  readonly month: string;
  readonly snapshot: Snapshot;
  readonly issuedAt: Date;
  readonly issuedBy: number | null;
}

const COLUMNS = sql`id, consumer_id as "consumerId", site_id as "siteId", month, snapshot, issued_at as "issuedAt",
  issued_by as "issuedBy"`;

/** A kept settlement in the change log: all that was signed, so that it is not lost when it is taken back. */
const logged = ({ snapshot: { net, lines, told }, issuedAt, ...row }: KeptRow) => ({
  ...row,
  issuedAt: issuedAt.toISOString(),
  net: yuanOf(BigInt(net)),
  ...(told ? { settlement: told } : { lines }),
});

/** What a settlement is made of and comes to, in no language. */
const contentOf = (snapshot: Snapshot): string => JSON.stringify({ ...snapshot, told: undefined });

const SEES_LESS: Text = {
  zh: '您看不到此结算用到的全部电表、电价或充电记录，存档须由能看到全部的人进行',
  en: 'You do not see all meters, prices or sessions that this settlement is made of: somebody who does must keep it',
};

/**
 * Keeps a settlement as it is now, on record: what is kept holds for everybody.
 * @param whole the same month as it is without limits of the caller
 * @throws Fault 409 where the month is not over, was kept already, or the caller sees less of it
 */
export async function issue(call: SlotCall, found: FoundMonth, whole: FoundMonth): Promise<void> {
  const { site, month, read } = found;
  if (month.to > read.now)
    throw conflict({ zh: '该结算月尚未结束', en: 'The settlement month is not over' }, 'month');
  const snapshot = snapshotOf(found);
  if (contentOf(snapshot) !== contentOf(snapshotOf(whole))) throw conflict(SEES_LESS);
  const { rows } = await sql<KeptRow>`
    insert into asset_settlement (consumer_id, site_id, month, snapshot, issued_by)
    values (${site.consumerId}, ${site.siteId}, ${month.month}, ${JSON.stringify(snapshot)}, ${call.caller.employeeId})
    on conflict (site_id, month) do nothing returning ${COLUMNS}`.execute(call.trx);
  const [row] = rows;
  if (!row)
    throw conflict({ zh: '该月已结算存档', en: 'The settlement of this month is kept already' }, 'month');
  await recordChange(call, KEPT, 'add', null, logged(row));
}

/** Takes a kept settlement back, on record. */
export async function revoke(call: SlotCall, siteId: number, month: string): Promise<boolean> {
  const { rows } = await sql<KeptRow>`
    delete from asset_settlement where site_id = ${siteId} and month = ${month} returning ${COLUMNS}`.execute(
    call.trx,
  );
  const [row] = rows;
  if (row) await recordChange(call, KEPT, 'del', logged(row), null);
  return row !== undefined;
}

async function readKept(trx: Db, { site, month }: FoundMonth) {
  const { rows } = await sql<{ snapshot: Snapshot; at: Date; by: string | null }>`
    select s.snapshot, s.issued_at as at, shown_name(e.name, e.name_en) as by
    from asset_settlement s left join org_employee e on e.id = s.issued_by
    where s.site_id = ${site.siteId} and s.month = ${month.month}`.execute(trx);
  return rows[0];
}

/** The days of a settlement as they were kept; null where it was not, or they were not kept by direction. */
export async function keptDays(trx: Db, found: FoundMonth): Promise<ReturnType<typeof daysKept>> {
  const row = await readKept(trx, found);
  return row ? daysKept(row.snapshot, shownNames(found)) : null;
}

/**
 * The settlement as it was kept, what is different now and why; null where it was not.
 * @param now as it is shown
 */
export async function issuedOf(
  trx: Db,
  found: FoundMonth,
  now: SiteSettlement,
): Promise<IssuedSettlement | null> {
  const row = await readKept(trx, found);
  if (!row) return null;
  const present = snapshotOf(found);
  const days = changedDays(row.snapshot, found);
  const moved = movedDays(row.snapshot, found, days);
  const differences = differencesOf(row.snapshot, present, shownNames(found));
  const kept = keptOf(row.snapshot, found);
  const shares = changedShares(kept, now);
  const causes = [
    ...changedTerms(row.snapshot, present, found.parts),
    ...changedEnergies(days.length, moved),
    ...(days.length > 0 || moved.within.length > 0 || moved.supply.length > 0
      ? await sourcesOf(trx, found, row.at)
      : []),
  ];
  return {
    issuedAt: row.at.getTime(),
    issuedBy: row.by,
    net: yuanOf(BigInt(row.snapshot.net)),
    kept,
    amountsAlone: row.snapshot.told === undefined,
    differences,
    shares,
    causes: differences.length + shares.length > 0 && causes.length === 0 ? [NOT_ON_RECORD] : causes,
    days,
  };
}

const yuan = (amount: string | null | undefined): number | null =>
  amount === null || amount === undefined ? null : yuanOf(BigInt(amount));

function differencesOf(
  before: Snapshot,
  now: Snapshot,
  nameOf: ReturnType<typeof shownNames>,
): IssuedSettlement['differences'] {
  const keys = [...new Set([...before.lines, ...now.lines].map(({ key }) => key))];
  return keys.flatMap((key) => {
    const [old, own] = [before, now].map(({ lines }) => lines.find((line) => line.key === key));
    const by = BigInt(own?.amount ?? 0) - BigInt(old?.amount ?? 0);
    const line = own ?? old;
    if (by === 0n || !line) return [];
    const { type, assetName, period } = line;
    return [
      {
        key,
        type,
        assetName: nameOf(key.split(' ')[0] ?? '', assetName),
        period,
        issued: yuan(old?.amount),
        now: yuan(own?.amount),
        difference: yuanOf(by),
      },
    ];
  });
}

/** The shares of the gross profit that are others now: a line need not be. */
function changedShares(kept: SiteSettlement, now: SiteSettlement): IssuedSettlement['shares'] {
  const byKey = ({ assets }: SiteSettlement) => new Map(assets.map((one) => [`${one.asset}${one.assetId}`, one])); // prettier-ignore
  const [before, present] = [byKey(kept), byKey(now)];
  return [...new Set([...before.keys(), ...present.keys()])].flatMap((asset) => {
    const [old, own] = [before.get(asset), present.get(asset)];
    return (Object.keys(SHARE_LABELS) as ShareCode[]).flatMap((share) => {
      const [issued, is] = [old?.[share] ?? null, own?.[share] ?? null];
      // Of what was kept without shares nothing is told.
      if (issued === is || (old !== undefined && issued === null)) return [];
      const assetName = (own ?? old)?.assetName ?? asset;
      return [{ key: `${asset} ${share}`, share, assetName, issued, now: is, difference: between(issued ?? 0, is ?? 0) }]; // prettier-ignore
    });
  });
}

/** What a difference may have come from that was not kept beside the amounts. */
const NOT_ON_RECORD: Text = {
  zh: '电量在日内的分布、并网点电表的电量、分时时段或资产的设置已变化',
  en: 'The spread of the energy within days, the energy of the grid meter, the tariff periods or the settings of an asset have changed',
};

function changedTerms(before: Snapshot, now: Snapshot, parts: readonly SettledPart[]): Text[] {
  const names = new Map(parts.map((part) => [assetKey(part), part.asset.name]));
  const kept = new Set(Object.keys(before.terms).map((key) => key.split(' ')[0]));
  const causes = Object.keys({ ...before.terms, ...now.terms }).flatMap((key): Text[] => {
    const [old, own] = [before.terms[key] ?? '--', now.terms[key] ?? '--'];
    const [asset = '', term = ''] = key.split(' ');
    const name = TERMS[term];
    // A term that was not kept yet says nothing.
    if (old === own || !name || (before.terms[key] === undefined && kept.has(asset))) return [];
    const whose = names.get(asset) ?? asset;
    return [
      {
        zh: `${whose}：${name.zh}由 ${old} 改为 ${own}`,
        en: `${whose}: ${name.en} changed from ${old} to ${own}`,
      },
    ];
  });
  if (before.periods !== undefined && before.periods !== now.periods)
    causes.push({ zh: '分时时段已变化', en: 'The tariff periods of the calendar have changed' });
  return causes;
}

const MOST_DATES = 5;

function changedEnergies(days: number, { within, supply }: Moved): Text[] {
  const list = (dates: readonly string[]): string =>
    [...dates.slice(0, MOST_DATES), ...(dates.length > MOST_DATES ? ['…'] : [])].join(', ');
  const count = (n: number): string => `${n} ${n === 1 ? 'day' : 'days'}`;
  const told: Text[] = [];
  if (days > 0) told.push({ zh: `${days} 天的电量已变化`, en: `The energy of ${count(days)} has changed` });
  if (within.length > 0)
    told.push({
      zh: `${within.length} 天的电量在日内的分布已变化：${list(within)}`,
      en: `The energy of ${count(within.length)} lies at other times of the day: ${list(within)}`,
    });
  if (supply.length > 0)
    told.push({
      zh: `并网点电表 ${supply.length} 天的电量已变化：${list(supply)}`,
      en: `The energy of the grid meter has changed on ${count(supply.length)}: ${list(supply)}`,
    });
  return told;
}

/** Dates on which quarters are others, though the sum of the day of an asset is the same. */
interface Moved {
  readonly within: readonly string[];
  /** Of the meter of a supply. */
  readonly supply: readonly string[];
}

function movedDays(before: Snapshot, { parts, marks }: FoundMonth, days: IssuedSettlement['days']): Moved {
  const old = new Map(before.marks?.map(([meterId, date, mark]) => [`${meterId} ${date}`, mark]));
  const told = new Set(days.map(({ ammeterId, date }) => `${ammeterId} ${date}`));
  const own = new Set(parts.map(({ asset }) => asset.meterId));
  const moved = marks.filter(({ meterId, date, mark }) => {
    const was = old.get(`${meterId} ${date}`);
    return was !== undefined && was !== mark && !told.has(`${meterId} ${date}`);
  });
  const datesOf = (take: (meterId: number) => boolean): string[] =>
    [...new Set(moved.flatMap(({ meterId, date }) => (take(meterId) ? [date] : [])))].toSorted();
  return { within: datesOf((id) => own.has(id)), supply: datesOf((id) => !own.has(id)) };
}

function changedDays(before: Snapshot, { days }: FoundMonth): IssuedSettlement['days'] {
  const old = new Map(before.days.map(([asset, date, energy]) => [`${asset} ${date}`, energy]));
  const kWh = (value: string | null): number | null => (value === null ? null : microToNumber(BigInt(value)));
  return days.flatMap(({ asset, assetName, ammeterId, date, from, energy }) => {
    const was = old.get(`${asset} ${date}`) ?? null;
    const is = energy === null ? null : String(energy);
    return was === is ? [] : [{ assetName, date, at: from, ammeterId, issued: kWh(was), now: kWh(is) }];
  });
}

/** What people brought in since, of the meters and the month. */
async function sourcesOf(trx: Db, { month, site }: FoundMonth, since: Date): Promise<Text[]> {
  const ids = metersOf(site);
  const { rows } = await sql<{ name: string; at: Date; by: string | null; status: number }>`
    select distinct s.id, s.name, s.created_at as at, s.status::integer as status, shown_name(e.name, e.name_en) as by
    from data_source s join data_source_meter m on m.source = s.id left join org_employee e on e.id = s.created_by
    where m.meter_id = any(${ids}::integer[]) and m.from_ts < ${new Date(month.to)} and m.to_ts >= ${new Date(month.from)}
      and s.created_at > ${since} order by s.created_at limit 20`.execute(trx);
  return rows.map(({ name, at, by, status }) => {
    const when = timeAt(site.zone, at);
    return {
      zh: `${when} ${by ?? ''} 的“${name}”${status === 2 ? '（已撤销）' : ''}`,
      en: `“${name}” by ${by ?? '--'}, ${when}${status === 2 ? ', undone' : ''}`,
    };
  });
}
