import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { addMonths } from '#domain/time/date.ts';
import { gaugeVerifyConfigure } from '#resource/yunshui/gaugeVerifyConfigure.ts';
import type { JsonRow, SlotCall, Slots } from '#server/resource/slot.ts';
import { findGauge, moveGauge } from './moveGauge.ts';

const { fields, label } = gaugeVerifyConfigure;

async function gaugeOf(call: SlotCall, row: Readonly<Record<string, unknown>>): Promise<JsonRow> {
  const { rows } = await sql<{ id: number }>`
    select g.id from gauge_configure g where g.consumer_id = ${row['consumerId']} and (g.ser_no = ${row['serNo']}
      or exists (select from gauge_replace_configure r where r.gauge_id = g.id
        and ${row['serNo']} in (r.replaced_serno, r.install_ser_no)))
    order by g.ser_no = ${row['serNo']} desc limit 1`.execute(call.trx);
  const gauge = rows[0] && (await findGauge(call, rows[0].id));
  if (gauge) return gauge;
  throw badInput(
    aboutField(fields.serNo.label, {
      zh: `计量器具中没有出厂编号 ${String(row['serNo'])}`,
      en: `no instrument has the serial number ${String(row['serNo'])}`,
    }),
    'serNo',
  );
}

/** Moves the dates of a meter to its latest verification, or to the day known `otherwise` where that is later. */
async function followLatest(call: SlotCall, gauge: JsonRow, otherwise: unknown): Promise<void> {
  const { rows } = await sql<{ day: string; org: string }>`
    select to_char(verify_time, 'YYYY-MM-DD') as day, verify_org as org from gauge_verify_configure
    where gauge_id = ${gauge.id} order by verify_time desc, id desc limit 1`.execute(call.trx);
  const latest = rows[0];
  const known = typeof otherwise === 'string' ? otherwise : '';
  const day = latest && latest.day > known ? latest.day : known;
  if (day === '' || day === gauge['lastAlignDate']) return;
  const later = latest !== undefined && day > String(gauge['lastAlignDate']);
  await moveGauge(
    call,
    gauge,
    {
      lastAlignDate: day,
      nextAlignDate: addMonths(day, Number(gauge['alignCycle'])),
      ...(later ? { alignOrg: latest.org } : {}),
    },
    label.zh,
  );
}

/**
 * Others that know a record's day from before them know another from now on, where that record made it: so the day before
 * all records is kept, in whatever order they come and go. @param known the day before the record
 */
async function handOn({ trx }: SlotCall, record: JsonRow, known: unknown, to: unknown): Promise<void> {
  const { id, gaugeId, verifyTime } = record;
  if (typeof known === 'string' && known >= String(verifyTime)) return;
  await sql`update gauge_verify_configure set align_date_before = ${to ?? null}
    where gauge_id = ${gaugeId} and align_date_before = ${verifyTime} and id <> ${id}`.execute(trx);
}

/** A record leaves its instrument, whose dates go back to the latest of the others or the day known before them all. */
async function takeOut(call: SlotCall, record: JsonRow): Promise<void> {
  const gauge = await findGauge(call, record['gaugeId']);
  if (!gauge) return;
  // As it stands now: one that left just before may have handed its day on to it.
  const { rows } = await sql<{ known: string | null }>`
    update gauge_verify_configure set gauge_id = null where id = ${record.id}
    returning to_char(align_date_before, 'YYYY-MM-DD') as known`.execute(call.trx);
  const known = rows[0]?.known ?? null;
  await handOn(call, record, known, known);
  if (gauge['lastAlignDate'] === record['verifyTime']) await followLatest(call, gauge, known);
}

export const verificationSlots: Slots = {
  beforeSave: async (call, values, before) => {
    const row = { ...before, ...values };
    if (before && row['serNo'] === before['serNo'] && row['consumerId'] === before['consumerId']) return;
    const gauge = await gaugeOf(call, row);
    if (gauge.id === before?.['gaugeId']) return;
    if (before) await takeOut(call, before);
    values['gaugeId'] = gauge.id;
    values['alignDateBefore'] = gauge['lastAlignDate'];
  },
  afterSave: async (call, row, before) => {
    const gauge = await findGauge(call, row['gaugeId']);
    if (!gauge) return;
    const here = before?.['gaugeId'] === gauge.id ? before : null;
    if (here && here['verifyTime'] !== row['verifyTime'])
      await handOn(call, here, row['alignDateBefore'], row['verifyTime']);
    // A verification of long ago, entered later, does not move the dates back.
    const moved = here?.['verifyTime'] === gauge['lastAlignDate'];
    if (moved || String(row['verifyTime']) > String(gauge['lastAlignDate']))
      await followLatest(call, gauge, moved ? row['alignDateBefore'] : null);
  },
  beforeDelete: takeOut,
};
