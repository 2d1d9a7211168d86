import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { timeAt } from '#domain/time/text.ts';
import type { Db } from '#server/database/db.ts';
import type { IssuedSettlement, RevenueCostCode } from '../contract.ts';
import { metersOf } from './asset.ts';
import type { FoundMonth } from './statement.ts';
import type { SettledPart } from './settle.ts';

/** A settlement as it is kept. Amounts in fen, energies in millionths, as decimal texts. */
interface Snapshot {
  readonly net: string;
  readonly lines: readonly {
    readonly key: string;
    readonly type: RevenueCostCode;
    readonly assetName: string;
    readonly period: number;
    readonly amount: string | null;
  }[];
  /** What the lines were made of beside energies, by the asset and the name of the term. */
  readonly terms: Readonly<Record<string, string>>;
  /** Energy of each day by the asset: of a battery what it charged and discharged. */
  readonly days: readonly (readonly [asset: string, date: string, energy: string | null])[];
  /** The quarters of each day of each meter that was read, as a mark; none where it was kept before there were such. */
  readonly marks?: readonly (readonly [meterId: number, date: string, mark: string])[];
  /** The tariff periods of the month, as a mark. */
  readonly periods?: string;
}

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

const assetKey = ({ asset }: SettledPart): string => `${asset.kind}${asset.id}`;

function termsOf(part: SettledPart, { site, month }: FoundMonth): [string, string][] {
  const { asset, lines, demands } = part;
  const term = (name: string, value: string): [string, string] => [`${assetKey(part)} ${name}`, value];
  if (asset.kind === 'pile')
    return lines.map(({ quantity, amount }) =>
      term('sessions', `${microToNumber(quantity)} kWh, ${yuanOf(amount ?? 0n)}`),
    );
  const prices = lines.flatMap(({ type, period, price }) =>
    price === null || type === 'wear' ? [] : [`${type} ${period} ${microToNumber(price)}`],
  );
  return [
    term('prices', prices.toSorted().join('; ')),
    term('operationCost', asset.operationCost),
    term('commissioned', asset.commissioned ?? '--'),
    term('retired', asset.until < month.to ? timeAt(site.zone, asset.until) : '--'),
    ...(asset.kind === 'storage'
      ? [
          term('wearCost', asset.wearCost),
          term('customerShare', asset.customerShare),
          term('demand', demands.map(({ actual, without }) => `${actual} / ${without} kW`).join('; ')),
        ]
      : []),
  ];
}

const snapshotOf = (found: FoundMonth): Snapshot => {
  const { parts, days, marks, periods } = found;
  return {
    net: String(parts.flatMap(({ lines }) => lines).reduce((sum, { amount }) => sum + (amount ?? 0n), 0n)),
    lines: parts.flatMap((part) =>
      part.lines.map(({ type, period, price, amount }) => ({
        key: `${assetKey(part)} ${type}${period} ${price ?? ''}`,
        type: type as RevenueCostCode,
        assetName: part.asset.writtenName,
        period,
        amount: amount === null ? null : String(amount),
      })),
    ),
    terms: Object.fromEntries(parts.flatMap((part) => termsOf(part, found))),
    days: days.map(
      ({ asset, date, energy }) => [asset, date, energy === null ? null : String(energy)] as const,
    ),
    marks: marks.map(({ meterId, date, mark }) => [meterId, date, mark] as const),
    periods,
  };
};

/** Keeps a settlement as it is now. @throws Fault 409 where the month is not over, or was kept already */
export async function issue(trx: Db, found: FoundMonth, employeeId: number): Promise<void> {
  const { site, month, read } = found;
  if (month.to > read.now)
    throw conflict({ zh: '该结算月尚未结束', en: 'The settlement month is not over' }, 'month');
  const { rows } = await sql`
    insert into asset_settlement (consumer_id, site_id, month, snapshot, issued_by)
    values (${site.consumerId}, ${site.siteId}, ${month.month}, ${JSON.stringify(snapshotOf(found))}, ${employeeId})
    on conflict (site_id, month) do nothing returning id`.execute(trx);
  if (rows.length === 0)
    throw conflict({ zh: '该月已结算存档', en: 'The settlement of this month is kept already' }, 'month');
}

/** Takes a kept settlement back. */
export async function revoke(trx: Db, siteId: number, month: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from asset_settlement where site_id = ${siteId} and month = ${month}`.execute(trx);
  return Number(numAffectedRows ?? 0) > 0;
}

/** The settlement as it was kept, what is different now and why; null where it was not. */
export async function issuedOf(trx: Db, found: FoundMonth): Promise<IssuedSettlement | null> {
  const { rows } = await sql<{ snapshot: Snapshot; at: Date; by: string | null }>`
    select s.snapshot, s.issued_at as at, shown_name(e.name, e.name_en) as by
    from asset_settlement s left join org_employee e on e.id = s.issued_by
    where s.site_id = ${found.site.siteId} and s.month = ${found.month.month}`.execute(trx);
  const [row] = rows;
  if (!row) return null;
  const present = snapshotOf(found);
  const days = changedDays(row.snapshot, found);
  const moved = movedDays(row.snapshot, found, days);
  const differences = differencesOf(row.snapshot, present);
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
    differences,
    causes: differences.length > 0 && causes.length === 0 ? [NOT_ON_RECORD] : causes,
    days,
  };
}

const yuan = (amount: string | null | undefined): number | null =>
  amount === null || amount === undefined ? null : yuanOf(BigInt(amount));

function differencesOf(before: Snapshot, now: Snapshot): IssuedSettlement['differences'] {
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
        assetName,
        period,
        issued: yuan(old?.amount),
        now: yuan(own?.amount),
        difference: yuanOf(by),
      },
    ];
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
