import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { faultOfRow, type MapRow, type Protocol } from '#feature/meters/collector/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

export const registerMapSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    const { rows } = await sql<{ protocol: Protocol }>`
      select protocol from device_model where id = ${row['deviceModelId']}`.execute(trx);
    const fault = rows[0] && faultOfRow(rows[0].protocol, mapRowOf(row));
    if (fault) throw badInput(fault.text, fault.field);
  },
};

const mapRowOf = (row: Readonly<Record<string, unknown>>): MapRow => ({
  ...(row as unknown as MapRow),
  scale: String(row['scale']),
  unit: (row['unit'] ?? null) as MapRow['unit'],
});
