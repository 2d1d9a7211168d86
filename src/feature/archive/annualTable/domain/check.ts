import type { Text } from '#contract/text.ts';
import { type ColumnKey, COLUMNS, type TableCheck, TOTAL_CODE } from '../contract.ts';
import { countedOf, type Known, type Row } from './table.ts';

const abs = (value: bigint): bigint => (value < 0n ? -value : value);
const AMOUNTS = Object.keys(COLUMNS).filter((key) => key !== 'adjust') as ColumnKey[];

/** The checks of the form (domain notes 2.3), and whether what was entered fits what was measured. */
export function checksOf(rows: readonly Row[], known: ReadonlyMap<string, Known>): TableCheck[] {
  return rows.flatMap((row) => {
    const { zh, en } = row.energy.name;
    return [...amountChecks(row), ...factChecks(row, known.get(row.energy.code))].map(
      ([level, columns, text]): TableCheck => ({
        level,
        energyCode: row.energy.code,
        columns,
        text: { zh: `${zh}：${text.zh}`, en: `${en}: ${text.en}` },
      }),
    );
  });
}

type Found = readonly [level: TableCheck['level'], columns: readonly ColumnKey[], text: Text];

const valueOf = ({ cells }: Row, key: ColumnKey): bigint => cells[key].value ?? 0n;

/** Whether the amounts of a row can be: a part within its whole, none negative, no stock of what is piped. */
function amountChecks(row: Row): Found[] {
  const found: Found[] = [];
  const parts = [
    ['total', 'material'],
    ['industryConsum', 'material'],
    ['total', 'transConsum'],
  ] as const;
  for (const [more, less] of parts)
    if (valueOf(row, less) > valueOf(row, more)) {
      const text = {
        zh: `${COLUMNS[less].zh}大于${COLUMNS[more].zh}`,
        en: `${COLUMNS[less].en} is more than ${COLUMNS[more].en}`,
      };
      found.push(['error', [more, less], text]);
    }
  for (const key of AMOUNTS)
    if (valueOf(row, key) < 0n)
      found.push(['error', [key], { zh: `${COLUMNS[key].zh}为负`, en: `${COLUMNS[key].en} is negative` }]);
  for (const key of ['beginNum', 'endNum'] as const)
    if (row.energy.piped && valueOf(row, key) > 0n) {
      const text = {
        zh: `${COLUMNS[key].zh}应为 0，此能源无库存`,
        en: `${COLUMNS[key].en} must be 0, this energy is never in stock`,
      };
      found.push(['error', [key], text]);
    }
  return found;
}

/** Whether a row fits what is known beside it: the year before, the reference, the meters, the agreements. */
function factChecks(row: Row, facts: Known | undefined): Found[] {
  const { energy, cells } = row;
  const found: Found[] = [];
  const warn = (key: ColumnKey, text: Text): number => found.push(['warning', [key], text]);
  if (facts?.before != null && !energy.piped && valueOf(row, 'beginNum') !== facts.before)
    warn('beginNum', {
      zh: '期初库存量与上年填报的期末库存量不一致',
      en: 'Opening stock is not the closing stock filed for the year before',
    });
  const reference = BigInt(Math.round(Number(energy.reference) * 1_000_000));
  if (5n * abs(valueOf(row, 'useCoeff') - reference) > reference)
    warn('useCoeff', {
      zh: `采用折标系数与参考系数 ${energy.reference} 相差超过 20%`,
      en: `Coefficient differs from the reference ${energy.reference} by more than 20 %`,
    });
  const measured = facts?.measured ?? 0n;
  if (measured > 0n && 100n * abs(valueOf(row, 'total') - measured) > measured)
    warn('total', {
      zh: '消费量与表计读数相差超过 1%',
      en: 'Consumption differs from the meters by more than 1 %',
    });
  if (cells.money.source === 'cost' && facts?.unpriced != null)
    warn('money', {
      zh: `金额不含没有电价协议的 ${facts.unpriced}% 用量，请补录协议或填报实付金额`,
      en: `cost leaves out ${facts.unpriced} % of the energy, which has no price agreement: enter it, or what was paid`,
    });
  if (valueOf(row, 'realNum') > 0n && cells.money.value === null)
    warn('money', { zh: '有购进量而无金额', en: 'purchased, but no amount paid' });
  return found;
}

/** Whether row 40 sums all that it should: purchases without an amount are not in what was paid. */
export function totalChecks(rows: readonly Row[]): TableCheck[] {
  const counted = countedOf(rows);
  const bought = ({ cells }: Row): boolean => (cells.realNum.value ?? cells.total.value ?? 0n) > 0n;
  const unpriced = counted.filter((row) => bought(row) && row.cells.money.value === null);
  if (unpriced.length === 0 || counted.every((row) => row.cells.money.value === null)) return [];
  const names = unpriced.map((row) => row.energy.name);
  return [
    {
      level: 'warning',
      energyCode: TOTAL_CODE,
      columns: ['money'],
      text: {
        zh: `合计金额不完整，缺少${names.map((name) => name.zh).join('、')}`,
        en: `Total cost is incomplete without ${names.map((name) => name.en.toLowerCase()).join(', ')}`,
      },
    },
  ];
}
