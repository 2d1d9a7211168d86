import { microToNumber } from '#domain/decimal/decimal.ts';
import { groupedBy } from '#domain/group.ts';
import { type SettledLine, totalsOf } from '#domain/storage/settle.ts';
import type { Period } from '#contract/period.ts';
import { yuanOf } from '#domain/tariff/money.ts';
import { timeAt } from '#domain/time/text.ts';
import type { AssetSettlement, RevenueCostCode, SiteSettlement } from '../contract.ts';
import { hundredths, type SettledPart, siteOf } from './settle.ts';
import type { AssetDay, FoundMonth } from './statement.ts';

/** A settlement as it is kept. Amounts in fen, energies in millionths, as decimal texts. */
export interface Snapshot {
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
  /**
   * Energy of each day by the asset: of a battery what it charged and discharged, then each of both; the sum alone where it was
   * kept before both were.
   */
  readonly days: readonly (readonly [
    asset: string,
    date: string,
    energy: string | null,
    first?: string | null,
    second?: string | null,
  ])[];
  /** The quarters of each day of each meter that was read, as a mark; none where it was kept before there were such. */
  readonly marks?: readonly (readonly [meterId: number, date: string, mark: string])[];
  /** The tariff periods of the month, as a mark. */
  readonly periods?: string;
  /** All that was shown of it, from which it is shown and printed again: as the contract had it then, by the names as written. */
  readonly told?: SiteSettlement;
}

const text = (value: bigint | null): string | null => (value === null ? null : String(value));

export const assetKey = ({ asset }: SettledPart): string => `${asset.kind}${asset.id}`;

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

/** What is kept of a settlement. */
export const snapshotOf = (found: FoundMonth): Snapshot => {
  const { parts, days, marks, periods, read, month } = found;
  const written = new Map(parts.map((part) => [assetKey(part), part.asset.writtenName]));
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
      ({ asset, date, energy, first, second }) =>
        [asset, date, text(energy), text(first), text(second)] as const,
    ),
    marks: marks.map(({ meterId, date, mark }) => [meterId, date, mark] as const),
    periods,
    told: renamed(siteOf(read, parts, month), (key, name) => written.get(key) ?? name),
  };
};

/** A settlement with other names of its assets. @param nameOf by the kind and number of an asset, and its name */
function renamed(settlement: SiteSettlement, nameOf: (key: string, name: string) => string): SiteSettlement {
  return {
    ...settlement,
    assets: settlement.assets.map((asset) => {
      const assetName = nameOf(`${asset.asset}${asset.assetId}`, asset.assetName);
      const named = <T>(one: T): T => ({ ...one, assetName });
      return { ...asset, assetName, rows: asset.rows.map(named), doubts: asset.doubts.map(named) };
    }),
  };
}

/** Names as they were kept, in the language of the reader where the asset is called so still. */
export function shownNames({ parts }: FoundMonth): (key: string, name: string) => string {
  const now = new Map(parts.map((part) => [assetKey(part), part.asset]));
  return (key, name) => {
    const asset = now.get(key);
    return asset?.writtenName === name ? asset.name : name;
  };
}

/** What was kept, as it is shown and printed. */
export function keptOf(snapshot: Snapshot, found: FoundMonth): SiteSettlement {
  const kept = snapshot.told ?? amountsAlone(snapshot, found);
  return renamed({ ...kept, siteName: found.site.siteName }, shownNames(found));
}

/** Days as they were kept; null where it was kept before what each direction came to was. */
export function daysKept(
  { days, told }: Snapshot,
  nameOf: ReturnType<typeof shownNames>,
): Pick<AssetDay, 'assetName' | 'date' | 'first' | 'second'>[] | null {
  const keyed = told?.assets.map((one) => ({ ...one, key: `${one.asset}${one.assetId}` }));
  const names = new Map(keyed?.map(({ key, assetName }) => [key, nameOf(key, assetName)]));
  const energy = (value: string | null): bigint | null => (value === null ? null : BigInt(value));
  const known = days.flatMap(([asset, date, , first, second]) => {
    if (first === undefined || second === undefined) return [];
    return [{ assetName: names.get(asset) ?? asset, date, first: energy(first), second: energy(second) }];
  });
  return known.length === days.length ? known : null;
}

type KeptLine = Snapshot['lines'][number];

/** Asset, its number and the price (millionths) of the key of a line, as `snapshotOf` writes it. */
const KEY = /^(storage|pv|pile)(\d+) \S+ (\d*)$/;

/** What was kept before energies and figures were: amounts, prices by the keys of the lines, shares by the terms. */
function amountsAlone({ lines, terms }: Snapshot, { site, month }: FoundMonth): SiteSettlement {
  const byAsset = groupedBy(lines, ({ key }) => key.split(' ')[0] ?? '');
  const { income, cost, net } = totalsOf(lines.map(settledOf));
  return {
    siteId: site.siteId,
    siteName: site.siteName,
    consumerId: site.consumerId,
    timeZone: site.zone.name,
    from: month.from,
    to: month.to,
    unfinished: false,
    assets: [...byAsset].flatMap(([asset, own]) => assetAlone(own, terms[`${asset} customerShare`])),
    income: yuanOf(income),
    cost: yuanOf(cost),
    net: yuanOf(net),
    coverage: null,
  };
}

const settledOf = ({ type, period, amount }: KeptLine): SettledLine => ({
  type,
  period: period as Period | 0,
  price: null,
  quantity: 0n,
  amount: amount === null ? null : BigInt(amount),
});

function assetAlone(lines: readonly KeptLine[], share: string | undefined): AssetSettlement[] {
  const [first] = lines;
  const [, kind, id] = KEY.exec(first?.key ?? '') ?? [];
  if (!first || (kind !== 'storage' && kind !== 'pv' && kind !== 'pile')) return [];
  const { assetName } = first;
  const shared = kind === 'storage' && share !== undefined;
  const totals = totalsOf(lines.map(settledOf), shared ? hundredths(share) : 0);
  const asset: AssetSettlement['asset'] = kind;
  const own = { asset, assetId: Number(id), assetName };
  return [
    {
      ...own,
      ...UNKNOWN,
      rows: lines.map(({ key, type, period, amount }) => {
        const price = KEY.exec(key)?.[3] ?? '';
        return {
          key,
          type,
          ...own,
          period,
          quantity: null,
          price: price === '' ? null : microToNumber(BigInt(price)),
          amount: amount === null ? null : yuanOf(BigInt(amount)),
          ammeterId: null,
        };
      }),
      income: yuanOf(totals.income),
      cost: yuanOf(totals.cost),
      net: yuanOf(totals.net),
      gross: shared ? yuanOf(totals.gross) : null,
      customer: shared ? yuanOf(totals.customer) : null,
      owner: shared ? yuanOf(totals.owner) : null,
      customerShare: shared ? Number(share) : null,
    },
  ];
}

/** What was not kept of an asset. */
const UNKNOWN = {
  ammeterId: null,
  charged: null,
  discharged: null,
  generated: null,
  selfUsed: null,
  fedIn: null,
  efficiency: null,
  efficiencyDays: null,
  cycles: null,
  coverage: null,
  flags: [],
  demands: [],
  doubts: [],
  investment: null,
} as const;
