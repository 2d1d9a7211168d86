import { sql } from 'kysely';
import { microToNumber, numberToMicro, roundDiv } from '#domain/decimal/decimal.ts';
import { dueSeconds } from '#domain/fold/counting.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Zone } from '#domain/time/zone.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { stepAt } from '#feature/coefficient/domain/factor.ts';
import { factorsOf } from '#feature/coefficient/server/public.ts';
import { countingsOf, standFor, type Organisation } from '#feature/organisation/server/public.ts';
import { dateAt } from '#feature/overview/server/public.ts';
import { costsOver } from '#feature/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { EnteredKey, TableMeasure, TableRow } from '../contract.ts';
import { TABLE_ENERGIES, type TableEnergy } from '../domain/energy.ts';
import type { Known } from '../domain/table.ts';
import { entriesOf, filedValue, lastFiled } from './entries.ts';

/** A trillionth of a yuan in millionths of a thousand yuan. */
const PER_THOUSAND = 1_000_000_000n;
/** Factors are hundred-millionths of a kgce; coefficients of the table millionths of a tce. */
const FACTOR_SCALE = 100_000n;

/** All that is known of a year before the rules of the form, by energy, and where it comes from. */
export interface YearFacts {
  readonly known: ReadonlyMap<string, Known>;
  readonly measures: ReadonlyMap<string, TableMeasure>;
  readonly remarks: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly accounts: ReadonlyMap<string, TableRow['accounts']>;
}

/** Reads entries, folded readings, costs, coefficients, accounts and the filing of the year before. */
export async function factsOf(
  trx: Db,
  organisation: Organisation,
  zone: Zone,
  year: number,
  range: Range,
  now: number,
): Promise<YearFacts> {
  const { consumerId } = organisation;
  const { entered, remarks } = await entriesOf(trx, consumerId, year);
  const before = await lastFiled(trx, consumerId, year - 1);
  const factors = await factorsOf(trx, organisation, { orgId: consumerId, dataAmmeterId: null });
  const lastDay = dateAt(zone, range.to - 1);
  const known = new Map<string, Known>();
  const measures = new Map<string, TableMeasure>();
  for (const energy of TABLE_ENERGIES) {
    const measured = await measureOf(trx, organisation, energy, range, now);
    if (measured) measures.set(energy.code, measured.measure);
    const stock = before ? filedValue(before, energy.code, 'endNum') : null;
    known.set(energy.code, {
      entered: entered.get(energy.code) ?? ({} as Partial<Record<EnteredKey, bigint>>),
      measured: measured?.energy ?? null,
      cost: measured?.cost ?? null,
      before: stock === null ? null : numberToMicro(stock),
      coefficient: coefficientOf(energy),
    });
  }
  return { known, measures, remarks, accounts: await accountsOf(trx, consumerId) };

  /** The enterprise's own coefficient at the end of the year; those of the area are the reference column's affair. */
  function coefficientOf(energy: TableEnergy): bigint | null {
    for (const { dataType, perUnit } of energy.measured ?? []) {
      const row = stepAt(factors('1', dataType), lastDay)?.row;
      if (row && row.origin !== 'area') return roundDiv(row.factor * perUnit, FACTOR_SCALE);
    }
    return null;
  }
}

interface Measured {
  readonly energy: bigint | null;
  readonly cost: bigint | null;
  readonly measure: TableMeasure;
}

/** What the meters that stand for the enterprise counted, in the unit of the table. */
async function measureOf(
  trx: Db,
  organisation: Organisation,
  energy: TableEnergy,
  range: Range,
  now: number,
): Promise<Measured | undefined> {
  const names = new Map(organisation.meters.map((meter) => [meter.id, meter.name]));
  let sum: bigint | null = null;
  let cost: bigint | null = null;
  let covered = 0;
  let seconds = 0;
  let flags = 0;
  const meters: { ammeterId: number; ammeterName: string; sign: 1 | -1 }[] = [];
  for (const { dataType, perUnit } of energy.measured ?? []) {
    const { meters: signed } = standFor(organisation, organisation.consumerId, dataType);
    if (signed.length === 0) continue;
    const [found] = await costsOver(trx, signed, [range]);
    for (const { meterId, sign } of signed)
      meters.push({ ammeterId: meterId, ammeterName: names.get(meterId) ?? '', sign });
    if (!found) continue;
    for (const one of countingsOf(organisation, signed)) seconds += dueSeconds(one, range.from, Math.min(range.to, now)); // prettier-ignore
    covered += found.coveredS;
    flags |= found.flags;
    if (found.energy !== null) sum = (sum ?? 0n) + roundDiv(found.energy, perUnit);
    const spent = found.costs.CZ ?? null;
    if (spent !== null) cost = (cost ?? 0n) + roundDiv(spent, PER_THOUSAND);
  }
  if (meters.length === 0) return undefined;
  return {
    energy: sum,
    cost,
    measure: {
      value: sum === null ? null : microToNumber(sum),
      coverage: seconds > 0 ? Math.min(100, Math.floor((100 * covered) / seconds)) : null,
      flags: flagNames(flags).filter((flag) => flag !== 'measured'),
      meters,
    },
  };
}

/** Rows of the table by type of account: 2 electricity, 3 gas; water is no energy of the form. */
const ACCOUNT_ROWS: Readonly<Record<string, string>> = { 2: '33', 3: '15' };

async function accountsOf(trx: Db, consumerId: number): Promise<Map<string, TableRow['accounts']>> {
  const { rows } = await sql<TableRow['accounts'][number] & { accountType: string }>`
    select account_type as "accountType", account_no as "accountNo", account_name as "accountName", provider
    from energy_account where consumer_id = ${consumerId} order by account_no limit 1000`.execute(trx);
  const accounts = new Map<string, TableRow['accounts']>();
  for (const { accountType, ...account } of rows) {
    const code = ACCOUNT_ROWS[accountType];
    if (code !== undefined) accounts.set(code, [...(accounts.get(code) ?? []), account]);
  }
  return accounts;
}
