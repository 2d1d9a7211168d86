import { sql } from 'kysely';
import { badInput, conflict, Fault } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import { gaugeReplaceConfigure } from '#resource/yunshui/gaugeReplaceConfigure.ts';
import {
  removeReplacement,
  type Replacement,
  writeReplacement,
} from '#feature/meters/ledger/server/public.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { JsonRow, SlotCall, Slots } from '#server/resource/slot.ts';
import { findGauge, moveGauge } from './moveGauge.ts';

const { fields, label } = gaugeReplaceConfigure;

/** What of a replacement stands in the ledger. */
const IN_LEDGER = [
  'installTime',
  'replacedSerno',
  'installSerNo',
  'replacedRegister',
  'installRegister',
  'ct',
  'pt',
  'registerWidth',
  'remark',
] as const;

const decimal = (value: unknown): string | null => (value == null ? null : String(value));

const replacementOf = (row: JsonRow): Replacement => ({
  at: Date.parse(String(row['installTime'])),
  oldSerial: String(row['replacedSerno']),
  serial: String(row['installSerNo']),
  endBefore: decimal(row['replacedRegister']),
  startRegister: decimal(row['installRegister']),
  ct: decimal(row['ct']),
  pt: decimal(row['pt']),
  registerWidth: (row['registerWidth'] as number | null) ?? null,
  remark: (row['remark'] as string | null) ?? null,
});

/** The instrument that a serial number belongs to: the one taken out, else the one put in (history entered later). */
async function gaugeOf(
  { trx }: SlotCall,
  row: Readonly<Record<string, unknown>>,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select id from gauge_configure
    where consumer_id = ${row['consumerId']} and ser_no in (${row['replacedSerno']}, ${row['installSerNo']})
    order by ser_no = ${row['replacedSerno']} desc limit 1`.execute(trx);
  return rows[0]?.id;
}

const noInstrument = (serial: unknown): Fault =>
  badInput(
    aboutField(fields.replacedSerno.label, {
      zh: `计量器具中没有出厂编号 ${String(serial)}`,
      en: `no instrument has the serial number ${String(serial)}`,
    }),
    'replacedSerno',
  );

/** The names of the ledger's fields in the form of a replacement. */
const FORM_FIELD: Readonly<Record<string, keyof typeof fields>> = {
  from: 'installTime',
  startRegister: 'installRegister',
  endBefore: 'replacedRegister',
  ct: 'ct',
  pt: 'pt',
  registerWidth: 'registerWidth',
};

async function intoLedger(call: SlotCall, row: JsonRow, ammeterId: number): Promise<number | null> {
  const ledgerId = (row['ledgerId'] as number | null) ?? null;
  try {
    return await writeReplacement(call, ammeterId, replacementOf(row), ledgerId);
  } catch (error) {
    throw inForm(error);
  }
}

const inForm = (error: unknown): unknown => {
  if (!(error instanceof Fault) || error.field === undefined) return error;
  return new Fault(error.code, error.text, FORM_FIELD[error.field] ?? 'installTime');
};

/** Gives a meter the numbers that it bears now, as long as it bore those before. @throws Fault 409 */
async function rename(
  call: SlotCall,
  gauge: JsonRow,
  from: string,
  to: Readonly<Record<string, unknown>>,
): Promise<void> {
  if (gauge['serNo'] !== from) return;
  const { rows } = await sql<{
    name: string;
  }>`select shown_name(meter_name, meter_name_en) as name from gauge_configure
    where consumer_id = ${gauge['consumerId']} and ser_no = ${to['serNo']} and id <> ${gauge.id}`.execute(
    call.trx,
  );
  if (rows[0])
    throw conflict(
      aboutField(fields.installSerNo.label, {
        zh: `已属于计量器具“${rows[0].name}”`,
        en: `it belongs to the instrument “${rows[0].name}” already`,
      }),
      'installSerNo',
    );
  await moveGauge(call, gauge, to, label.zh);
}

async function dayOf({ trx }: SlotCall, gauge: JsonRow, at: unknown): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select to_char(${at}::timestamptz at time zone coalesce((select s.time_zone from ammeter a
      join monitor_site s on s.id = a.site_id where a.id = ${gauge['ammeterId'] ?? null}::integer), ${homeZone}),
      'YYYY-MM-DD') as day`.execute(trx);
  return rows[0]?.day ?? String(at).slice(0, 10);
}

const putIn = (row: JsonRow) => ({
  serNo: row['installSerNo'],
  manageNo: row['installManageNo'],
  barCode: row['installBarCode'] ?? null,
});

/** Since when an instrument stood before it was replaced, as the change log has it. */
async function installedBefore({ trx }: SlotCall, gauge: JsonRow, row: JsonRow): Promise<string | undefined> {
  const { rows } = await sql<{ day: string }>`select before ->> 'installTime' as day from oper_log
    where resource = ${gaugeConfigure.name} and row_id = ${gauge.id} and action = 'edit'
      and before ->> 'serNo' = ${row['replacedSerno']} and after ->> 'serNo' <> before ->> 'serNo'
    order by id desc limit 1`.execute(trx);
  return rows[0]?.day;
}

/** A replacement leaves its instrument: what was taken out stands again, and the ledger knows it no more. */
async function takeOut(call: SlotCall, row: JsonRow): Promise<void> {
  const gauge = await findGauge(call, row['gaugeId']);
  if (!gauge) return;
  const untouched = gauge['installTime'] === (await dayOf(call, gauge, row['installTime']));
  const installTime = untouched ? await installedBefore(call, gauge, row) : undefined;
  await rename(call, gauge, String(row['installSerNo']), {
    serNo: row['replacedSerno'],
    manageNo: row['replacedManageNo'],
    barCode: row['replacedBarCode'] ?? null,
    ...(installTime === undefined ? {} : { installTime }),
  });
  if (typeof gauge['ammeterId'] === 'number' && typeof row['ledgerId'] === 'number')
    await removeReplacement(call, gauge['ammeterId'], row['ledgerId']);
}

export const replacementSlots: Slots = {
  beforeSave: async (call, values, before) => {
    const row = { ...before, ...values };
    const same = (name: string): boolean => row[name] === before?.[name];
    if (same('replacedSerno') && same('consumerId')) return;
    const gaugeId = await gaugeOf(call, row);
    // The number of a device taken out long ago may be corrected: no instrument bears it any more.
    if (gaugeId === undefined && same('consumerId')) return;
    if (gaugeId === undefined) throw noInstrument(row['replacedSerno']);
    if (gaugeId === before?.['gaugeId']) return;
    if (before) await takeOut(call, before);
    values['gaugeId'] = gaugeId;
    values['ledgerId'] = null;
  },
  afterSave: async (call, row, last) => {
    const gauge = await findGauge(call, row['gaugeId']);
    if (!gauge) return;
    const before = last?.['gaugeId'] === gauge.id ? last : null;
    const installTime = await dayOf(call, gauge, row['installTime']);
    await rename(call, gauge, String(before?.['installSerNo'] ?? row['replacedSerno']), {
      ...putIn(row),
      installTime,
    });
    const touched = !before || IN_LEDGER.some((name) => row[name] !== before[name]);
    if (!touched || typeof gauge['ammeterId'] !== 'number') return;
    const ledgerId = await intoLedger(call, row, gauge['ammeterId']);
    await sql`update gauge_replace_configure set ledger_id = ${ledgerId} where id = ${row.id}`.execute(
      call.trx,
    );
    return { ledgerId };
  },
  beforeDelete: takeOut,
};
