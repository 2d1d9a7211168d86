import { sql } from 'kysely';
import type { SettlementMonth } from '#domain/demand/settlement.ts';
import type { Db } from '#server/database/db.ts';
import type { SettlementStatement } from '../contract.ts';
import { placeOf, type SiteAssets, siteAssets } from './asset.ts';
import { type DayMark, dayMarks, periodMark } from './dayMark.ts';
import { issuedOf } from './issue.ts';
import { daysOf, monthNamed, ruleOf } from './range.ts';
import { type Read, readSite, settleParts, type SettledPart, siteOf } from './settle.ts';

/** Energy of an asset on a day, millionths of kWh: what passed its meter in both directions. */
export interface AssetDay {
  readonly asset: string;
  readonly assetName: string;
  readonly ammeterId: number;
  readonly date: string;
  readonly from: number;
  readonly first: bigint | null;
  readonly second: bigint | null;
  readonly energy: bigint | null;
}

/** A settlement month of a site with all that was found of it. */
export interface FoundMonth {
  readonly site: SiteAssets;
  readonly month: SettlementMonth;
  readonly read: Read;
  readonly parts: readonly SettledPart[];
  readonly days: readonly AssetDay[];
  readonly marks: readonly DayMark[];
  /** What tells the tariff periods of the month apart from others. */
  readonly periods: string;
}

function assetDays(read: Read, { asset }: SettledPart, month: SettlementMonth): AssetDay[] {
  // What piles came to is told by sessions, not by days of a meter.
  if (asset.kind === 'pile') return [];
  const quarters = read.quartersOf(asset.meterId);
  let next = 0;
  const own = { from: month.from, to: Math.min(month.to, asset.until) };
  return daysOf(read.site.zone, own).map(({ label, from, to }) => {
    let [first, second]: [bigint | null, bigint | null] = [null, null];
    for (; (quarters[next]?.ts ?? Infinity) < Math.min(to, month.to); next++) {
      const quarter = quarters[next];
      if (!quarter || quarter.ts < month.from) continue;
      // As it is settled: half of a quarter of a battery does not count.
      if (asset.kind === 'storage' && (quarter.forward === null || quarter.reverse === null)) continue;
      if (quarter.forward !== null) first = (first ?? 0n) + quarter.forward;
      if (asset.kind === 'storage' && quarter.reverse !== null) second = (second ?? 0n) + quarter.reverse;
    }
    return {
      asset: `${asset.kind}${asset.id}`,
      assetName: asset.name,
      ammeterId: asset.meterId,
      date: label,
      from,
      first,
      second,
      energy: first === null && second === null ? null : (first ?? 0n) + (second ?? 0n),
    };
  });
}

/** Settles a month of a site. @throws Fault 400 where it has not begun, 404 where the scope does not show the site */
export async function findMonth(trx: Db, siteId: number, name: string, now: number): Promise<FoundMonth> {
  const place = await placeOf(trx, siteId);
  const month = monthNamed(place.zone, await ruleOf(trx, place), name, now);
  const site = await siteAssets(trx, siteId, month);
  const read = await readSite(trx, site, month, now);
  const parts = await settleParts(read, { from: month.from, to: month.to, months: [month] });
  return {
    site,
    month,
    read,
    parts,
    days: parts.flatMap((part) => assetDays(read, part, month)),
    marks: dayMarks(read, month),
    periods: periodMark(read, month),
  };
}

/** A settlement as it is shown and printed. */
export async function statementOf(
  trx: Db,
  found: FoundMonth,
  userName: string,
): Promise<SettlementStatement> {
  const { site, month, read, parts } = found;
  const { rows } = await sql<{ name: string }>`
    select shown_name(name, name_en) as name from org where id = ${site.consumerId}`.execute(trx);
  const settlement = siteOf(read, parts, month);
  return {
    month: month.month,
    settlement,
    issued: await issuedOf(trx, found, settlement),
    consumerName: rows[0]?.name ?? '',
    preparedBy: userName,
    preparedAt: read.now,
  };
}
