import { badInput, noSuchRow } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { zoneOf } from '#domain/time/zone.ts';
import { periodOf } from '#domain/time/period.ts';
import { dateAt } from '#domain/time/text.ts';
import { consumerOf, organisationOf, timeZoneOf } from '#feature/meters/subject/server/public.ts';
import type { Db } from '#server/database/db.ts';
import {
  type AnnualTable,
  type ColumnKey,
  COLUMNS,
  type Difference,
  type TableCell,
  type TableRow,
  TOTAL_CODE,
} from '../contract.ts';
import { checksOf, totalChecks } from '../domain/check.ts';
import { coverageChecks } from '../domain/coverage.ts';
import { type Cell, type Row, rowsOf, totalOf } from '../domain/table.ts';
import { filedValue, filingsOf, lastFiled } from './entries.ts';
import { factsOf, type YearFacts } from './known.ts';

const TOTAL_NAME: Text = { zh: '能源合计', en: 'Total' };
const TOTAL_UNIT: Text = { zh: '吨标准煤', en: 'tce' };

const STOCKS: ReadonlySet<ColumnKey> = new Set(['beginNum', 'endNum']);

/** The annual table of an enterprise, computed from all that is known now. @throws Fault 400, 404. */
export async function annualTable(trx: Db, orgId: number, year: number, now: number): Promise<AnnualTable> {
  const consumerId = await consumerOf(trx, orgId);
  if (consumerId === null) throw noSuchRow();
  const organisation = await organisationOf(trx, consumerId);
  const node = organisation.nodes.find((one) => one.id === consumerId);
  const zone = zoneOf(timeZoneOf(organisation, organisation.meters));
  const range = periodOf(zone, 'year', `${year}-01-01`);
  if (range.from > now)
    throw badInput(
      { zh: `年份不能晚于今年（${dateAt(zone, now).slice(0, 4)}）`, en: 'The year has not begun' },
      'year',
    );
  const facts = await factsOf(trx, organisation, zone, year, range, now);
  const computed = rowsOf(facts.known);
  const rows = computed.map((row) => tableRow(row, facts));
  const sums = totalOf(computed);
  const total: TableRow = {
    energyCode: TOTAL_CODE,
    energyName: TOTAL_NAME,
    energyUnit: TOTAL_UNIT,
    partOf: null,
    cells: cellsOf(sums),
    referCoeff: null,
    coal: numberOf(sums.total.value),
    measure: null,
    accounts: [],
    remarks: {},
  };
  const filed = await lastFiled(trx, consumerId, year);
  return {
    orgId: consumerId,
    orgName: node?.name ?? '',
    orgCode: node?.code ?? '',
    year,
    unfinished: now < range.to,
    rows,
    total,
    checks: [...coverageChecks(rows), ...checksOf(computed, facts.known), ...totalChecks(computed)],
    filings: await filingsOf(trx, consumerId, year),
    differences: filed
      ? [...rows, total].flatMap((row) =>
          (Object.keys(COLUMNS) as ColumnKey[]).flatMap((column): Difference[] => {
            const before = filedValue(filed, row.energyCode, column);
            const after = row.cells[column].value;
            // Filings of old keep 0 where nothing is ever in stock.
            return before === after || (STOCKS.has(column) && !before && !after)
              ? []
              : [{ energyCode: row.energyCode, column, filed: before, now: after }];
          }),
        )
      : [],
  };
}

const numberOf = (micro: bigint | null): number | null => (micro === null ? null : microToNumber(micro));

const cellsOf = (cells: Readonly<Record<ColumnKey, Cell>>): Record<ColumnKey, TableCell> =>
  Object.fromEntries(
    (Object.keys(COLUMNS) as ColumnKey[]).map((key) => [
      key,
      { value: numberOf(cells[key].value), source: cells[key].source },
    ]),
  ) as Record<ColumnKey, TableCell>;

function tableRow({ energy, cells, coal }: Row, facts: YearFacts): TableRow {
  return {
    energyCode: energy.code,
    energyName: energy.name,
    energyUnit: energy.unit,
    partOf: energy.partOf ?? null,
    cells: cellsOf(cells),
    referCoeff: Number(energy.reference),
    coal: numberOf(coal),
    measure: facts.measures.get(energy.code) ?? null,
    accounts: facts.accounts.get(energy.code) ?? [],
    remarks: facts.remarks.get(energy.code) ?? {},
  };
}
