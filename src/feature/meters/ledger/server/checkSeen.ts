import { sql } from 'kysely';
import { conflict } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { LedgerRow } from '../contract.ts';
import { type SeenEvent, seenOf } from '../domain/seen.ts';

const LABELS: Readonly<Record<keyof SeenEvent, Text>> = {
  from: { zh: '生效时间', en: 'Valid from' },
  serial: { zh: '表号', en: 'Device number' },
  ct: { zh: '电流变比', en: 'CT' },
  pt: { zh: '电压变比', en: 'PT' },
  primary: { zh: '一次值', en: 'Primary values' },
  correctionFactor: { zh: '修正系数', en: 'Correction factor' },
  registerWidth: { zh: '整数位数', en: 'Digits' },
  startRegister: { zh: '起始示值', en: 'First register' },
  kind: { zh: '数据方式', en: 'Kind of data' },
  remark: { zh: '备注', en: 'Remark' },
  endBefore: { zh: '前一段止示值', en: 'Last register' },
};

/**
 * Refuses a change of an event that another person changed since the caller saw it, and says who.
 * @param seen what the caller saw, by field; what is left out is not asked
 * @throws Fault 409 naming the field
 */
export async function checkSeen(
  trx: Db,
  rows: readonly LedgerRow[],
  row: LedgerRow,
  seen: Readonly<Record<string, unknown>>,
): Promise<void> {
  const now = seenOf(rows, row);
  const changed = (Object.keys(LABELS) as (keyof SeenEvent)[]).find(
    (key) => key in seen && (seen[key] ?? null) !== now[key],
  );
  if (changed === undefined) return;
  // Where the register before it ended is no field of the event: then nobody is named.
  const { rows: log } = await sql<{ by: string | null }>`
    select user_name as by from oper_log where resource = 'ledger' and row_id = ${row.id} and action = 'edit'
      and before -> ${changed} is distinct from after -> ${changed}
    order by id desc limit 1`.execute(trx);
  const who = log[0]?.by;
  const { zh, en } = LABELS[changed];
  throw conflict(
    {
      zh: `${zh}：${who ?? '他人'}刚刚修改过，请刷新后再修改`,
      en: `${en}: ${who ?? 'somebody'} changed it meanwhile; reload before you change it`,
    },
    changed,
  );
}
