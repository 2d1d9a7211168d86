import { dataCode, ENERGY_CODES, unitOfCode } from '#contract/dataCode.ts';
import type { Text } from '#contract/text.ts';
import type { ColumnMapping, Mapping } from '../contract.ts';
import type { MeterFacts } from './meterFacts.ts';
import { conversion } from '#domain/cell/unit.ts';

/** What keeps a mapping from being used; without a column it is about the whole file. */
export interface MappingProblem {
  readonly column: number | null;
  readonly text: Text;
}

/** Whether the file has a row per meter and value, with the meter named in the row. */
export const isLong = (mapping: Mapping): boolean =>
  mapping.columns.some((column) => column.role === 'meterCode');

const isEnergyCode = (code: string): boolean => (ENERGY_CODES as readonly string[]).includes(code);

/**
 * Everything that must be settled before a file can be read with a mapping.
 * @param meters the meters that may be written to.
 */
export function checkMapping(mapping: Mapping, meters: ReadonlyMap<number, MeterFacts>): MappingProblem[] {
  const problems: MappingProblem[] = [];
  const say = (column: number | null, zh: string, en: string) => problems.push({ column, text: { zh, en } });
  const of = (role: ColumnMapping['role']) => mapping.columns.filter((column) => column.role === role);
  const stamps = of('stamp').length;
  const dates = of('date').length;
  if (stamps + dates === 0) say(null, '请指定时间列', 'Name the column of the time');
  if (stamps + dates > 1) say(null, '时间列只能有一个', 'There may be only one column of the time');
  if (of('time').length > 1 || (of('time').length === 1 && dates === 0)) {
    say(
      null,
      '时刻列需要且只需要一个日期列',
      'A column of the time of day needs exactly one column of the date',
    );
  }
  const values = of('value');
  if (values.length === 0) say(null, '请指定至少一个数值列', 'Name at least one column of values');
  if (mapping.kind === 'interval' && mapping.intervalSeconds === null) {
    say(null, '请指定时段长度', 'Choose the length of the intervals');
  }
  if (!isZone(mapping.zone))
    say(null, `没有名为“${mapping.zone}”的时区`, `There is no time zone named “${mapping.zone}”`);
  if (isLong(mapping)) {
    for (const role of ['consumerCode', 'meterCode', 'dataCode', 'value'] as const) {
      if (of(role).length > 1) say(null, '同一种列只能有一个', 'A kind of column may occur only once');
    }
    return problems;
  }
  const taken = new Map<string, number>();
  for (const { column, meterId, code, unit } of values) {
    const meter = meters.get(meterId ?? 0);
    const entry = dataCode(code ?? '');
    if (!meter) say(column, '请选择表计', 'Choose a meter');
    else if (!entry) say(column, '请选择数据', 'Choose the data');
    else if (mapping.kind === 'interval' && entry.kind === 'register' && !isEnergyCode(entry.code)) {
      say(column, '该数据没有时段用量', 'This data has no energy of an interval');
    } else {
      const wanted = unitOfCode(entry.code, meter.unit);
      if (unit && wanted && conversion(unit, wanted) === null) {
        say(column, `单位不符：文件 ${unit}，数据 ${wanted}`, `Units differ: file ${unit}, data ${wanted}`);
      }
      const key = `${meter.id} ${entry.code}`;
      const other = taken.get(key);
      if (other !== undefined)
        say(column, '该表计的该数据已由另一列给出', 'Another column already gives this data of this meter');
      taken.set(key, column);
    }
  }
  return problems;
}

function isZone(name: string): boolean {
  try {
    Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
