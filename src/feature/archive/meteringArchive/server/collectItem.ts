import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { CodeList } from '#contract/field.ts';
import { aboutField } from '#contract/issue.ts';
import { LISTS_OF_CLASS } from '#resource/yunshui/codeList.ts';
import { dataCollectConfigure } from '#resource/yunshui/dataCollectConfigure.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { unknownCodes } from '#server/resource/code.ts';
import type { Slots, Values } from '#server/resource/slot.ts';
import {
  composeDataCode,
  DATA_CODE_PARTS,
  faultyPart,
  plainDataCode,
  scopeFault,
  type DataCode,
  type DataCodePart,
} from '../domain/dataCode.ts';

type Row = Readonly<Record<string, unknown>>;

const { fields } = dataCollectConfigure;
type FieldName = keyof typeof fields;

const about = (field: FieldName, what: Text) => badInput(aboutField(fields[field].label, what), field);

const PARTS = Object.keys(DATA_CODE_PARTS) as DataCodePart[];
/** What the data code and its checks depend on. */
const TOUCHING: readonly string[] = [...PARTS, 'scope', 'dataCode', 'consumerId', 'convertRation'];

/** All energy together, which has no type of its own. */
const ALL_ENERGY = '0000';

/** The parts of the code that the fields make; of the energy types the last counts, the most special. */
function partsOf(row: Row): DataCode {
  const of = (part: DataCodePart): string => {
    const value = row[part] ?? fields[part].initial ?? '';
    return String(Array.isArray(value) ? (value.at(-1) ?? '') : value);
  };
  return Object.fromEntries(PARTS.map((part) => [part, of(part)])) as DataCode;
}

async function checkPlace(trx: Db, consumerId: unknown, parts: DataCode): Promise<void> {
  const { processCode, processUnitCode, equipmentCode, equipmentUnitCode } = parts;
  if (processUnitCode !== '00') {
    const { rows } = await sql`select 1 from unit_configure where consumer_id = ${consumerId}
      and process_code = ${processCode} and unit_code = ${processUnitCode}`.execute(trx);
    if (rows.length === 0)
      throw about('processUnitCode', {
        zh: `工序 ${processCode} 没有单元 ${processUnitCode}`,
        en: `process ${processCode} has no unit ${processUnitCode}`,
      });
  }
  if (equipmentCode === '00') return;
  const { rows } = await sql`select 1 from device_configure where consumer_id = ${consumerId}
    and device_no = ${equipmentCode + equipmentUnitCode}
    and (${processUnitCode} = '00' or process_unit_code = ${processCode + processUnitCode})
    and (${processCode} = '00' or left(process_unit_code, 2) = ${processCode})`.execute(trx);
  if (rows.length === 0)
    throw about('equipmentUnitCode', {
      zh: `没有编号为 ${equipmentCode}${equipmentUnitCode} 的重点用能设备`,
      en: `there is no key energy device ${equipmentCode}${equipmentUnitCode}`,
    });
}

/** The branch of the energy list that an energy type lies in, `01` or `02`; null where its parents are not told. */
async function branchOf(trx: Db, code: string): Promise<string | null> {
  const { rows } = await sql<{ code: string }>`
    with recursive list as (
      select d.code, d.parent_code from dictionary d join dictionary_category c on c.id = d.category_id
      where c.code = 'energyTypeUnit'
    ), up as (
      select code, parent_code from list where code = ${code}
      union select l.code, l.parent_code from list l join up on l.code = up.parent_code)
    select code from up where parent_code is null`.execute(trx);
  const top = rows[0]?.code;
  return top === undefined || top === code ? null : top;
}

async function checkEnergyType(trx: Db, consumerId: unknown, parts: DataCode): Promise<void> {
  const { energyClassCode, energyTypeCode } = parts;
  const lists: readonly CodeList[] | undefined = LISTS_OF_CLASS[energyClassCode];
  if (energyTypeCode === ALL_ENERGY || !lists) return;
  const unknown = await unknownCodes(trx, lists, [energyTypeCode], Number(consumerId));
  const wanted = { '01': '01', '05': '01', '02': '02', '06': '02' }[energyClassCode];
  const branch = wanted === undefined ? null : await branchOf(trx, energyTypeCode);
  if (unknown.length > 0 || (branch !== null && branch !== wanted))
    throw about('energyTypeCode', {
      zh: `${energyTypeCode} 不属于采集数据类型 ${energyClassCode}`,
      en: `${energyTypeCode} is not of the class of data ${energyClassCode}`,
    });
}

function checkBounds(row: Row): void {
  const [least, most] = [row['dataValueMin'], row['dataValueMax']];
  if (typeof least === 'number' && typeof most === 'number' && least > most)
    throw about('dataValueMax', { zh: '不能小于下限', en: 'must not be below the lowest value' });
}

/** The coal equivalent of all energy together is 1: it is in tons of coal already. */
function completeRatio(row: Row, parts: DataCode, values: Values): void {
  if (parts.energyTypeCode !== ALL_ENERGY) return;
  if (row['convertRation'] != null && row['convertRation'] !== 1)
    throw about('convertRation', { zh: '综合能耗的折标系数为 1', en: 'is 1 for all energy together' });
  values['convertRation'] = 1;
}

export const collectItemSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    checkBounds(row);
    if (!TOUCHING.some((name) => name in values)) return;
    const parts = partsOf(row);
    const faulty = faultyPart(parts);
    if (faulty)
      throw about(faulty, {
        zh: `应为 ${DATA_CODE_PARTS[faulty]} 位数字`,
        en: `must have ${DATA_CODE_PARTS[faulty]} digits`,
      });
    const misfit = scopeFault(String(row['scope'] ?? fields.scope.initial), parts);
    if (misfit) throw about(misfit.field, misfit.text);
    await checkPlace(trx, row['consumerId'], parts);
    await checkEnergyType(trx, row['consumerId'], parts);
    completeRatio(row, parts, values);
    const composed = composeDataCode(parts);
    const given = typeof values['dataCode'] === 'string' ? plainDataCode(values['dataCode']) : null;
    if (given !== null && given !== composed && given !== before?.['dataCode'])
      throw about('dataCode', {
        zh: `与各部分不一致，应为 ${composed}`,
        en: `does not agree with its parts, which make ${composed}`,
      });
    values['dataCode'] = composed;
  },
  findSame: async ({ trx }, values) => {
    const code = composeDataCode(partsOf(values));
    const { rows } = await sql<{ id: number }>`select id from data_collect_configure
      where consumer_id = ${values['consumerId'] ?? null}::integer and data_code = ${code}
        and stat_type = ${values['statType'] ?? null}::text`.execute(trx);
    return rows[0]?.id;
  },
};
