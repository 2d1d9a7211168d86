import { FACTOR } from '#contract/factor.ts';
import { sql } from 'kysely';
import { numberToMicro, roundDiv } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Zone } from '#domain/time/zone.ts';
import { stepAt } from '#feature/statistics/coefficient/server/public.ts';
import { factorsOf } from '#feature/statistics/coefficient/server/public.ts';
import { dateAt } from '#domain/time/text.ts';
import type { Organisation } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { EnteredKey, TableMeasure, TableRow } from '../contract.ts';
import { TABLE_ENERGIES, type TableEnergy } from '../domain/energy.ts';
import type { Known } from '../domain/table.ts';
import { entriesOf, filedValue, lastFiled } from './entries.ts';
import { measuredYear, measureOf } from './measure.ts';

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
  const measured = await measuredYear(trx, organisation, zone, range, now);
  const lastDay = dateAt(zone, range.to - 1);
  const known = new Map<string, Known>();
  const measures = new Map<string, TableMeasure>();
  for (const energy of TABLE_ENERGIES) {
    const found = await measureOf(trx, organisation, energy, measured);
    if (found) measures.set(energy.code, found.measure);
    const stock = before ? filedValue(before, energy.code, 'endNum') : null;
    known.set(energy.code, {
      entered: entered.get(energy.code) ?? ({} as Partial<Record<EnteredKey, bigint>>),
      measured: found?.energy ?? null,
      cost: found?.cost ?? null,
      unpriced: found?.unpriced ?? null,
      before: stock === null ? null : numberToMicro(stock),
      coefficient: coefficientOf(energy),
    });
  }
  return { known, measures, remarks, accounts: await accountsOf(trx, consumerId) };

  /** The enterprise's own coefficient at the end of the year; those of the area are the reference column's affair. */
  function coefficientOf(energy: TableEnergy): bigint | null {
    for (const { dataType, perUnit } of energy.measured ?? []) {
      const row = stepAt(factors(FACTOR.coal, dataType), lastDay)?.row;
      if (row && row.origin !== 'area') return roundDiv(row.factor * perUnit, FACTOR_SCALE);
    }
    return null;
  }
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
