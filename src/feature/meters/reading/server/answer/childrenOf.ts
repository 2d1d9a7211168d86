import { sql } from 'kysely';
import { type EnergyCode, columnOf } from '#contract/dataCode.ts';
import { DEVICE_TYPE } from '#contract/deviceType.ts';
import type { Text } from '#contract/text.ts';
import { flagNames } from '#contract/usageFlag.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import type { Range } from '#domain/fold/reach.ts';
import type { Db } from '#server/database/db.ts';
import type { ChildPart } from '../../contract.ts';

/** The meters that a virtual one is the sum of, with what each has in a range; empty for a meter by itself. */
export async function childrenOf(
  db: Db,
  meterId: number,
  code: EnergyCode,
  range: Range,
): Promise<ChildPart[]> {
  const { rows } = await sql<
    Omit<ChildPart, 'energy' | 'flags'> & { energy: string | null; flags: number | null }
  >`
    select a.id as "meterId", a.ammeter_code as "meterCode", shown_name(a.ammeter_name, a.ammeter_name_en) as "meterName", s.sign::integer as sign,
      u.energy::text as energy, u.flags
    from ammeter_sum s join ammeter v on v.id = s.ammeter_id and v.device_type = ${sql.lit(DEVICE_TYPE.totalAdder)} join ammeter a on a.id = s.child_id
      left join lateral (
        select sum(${sql.raw(columnOf(code))}) as energy, bit_or(flags) as flags
        from usage_in(a.id, 1, ${new Date(range.from)}, ${new Date(range.to)})) u on true
    where s.ammeter_id = ${meterId} order by a.ammeter_code, a.id`.execute(db);
  return rows.map((row) => ({
    ...row,
    energy: row.energy === null ? null : microToNumber(BigInt(row.energy)),
    flags: flagNames(row.flags ?? 0),
  }));
}

/** The sum in words: `= E-101 + E-102 − E-103`, and which of them have nothing. */
export function sumFormula(children: readonly ChildPart[]): Text {
  const terms = children
    .map(
      ({ meterCode, sign }, i) =>
        (i === 0 ? (sign === 1 ? '' : '− ') : sign === 1 ? ' + ' : ' − ') + meterCode,
    )
    .join('');
  const missing = children.filter((child) => child.energy === null).map((child) => child.meterCode);
  return {
    zh: `总加 = ${terms}${missing.length > 0 ? `；缺 ${missing.join('、')}，合计不含这些表计` : ''}`,
    en: `Sum = ${terms}${missing.length > 0 ? `; ${missing.join(', ')} missing, the sum is without them` : ''}`,
  };
}
