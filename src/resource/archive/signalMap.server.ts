import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField } from '#contract/issue.ts';
import { faultOfSignal } from '#feature/meters/collector/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';
import { signalMap } from './signalMap.ts';

export const signalMapSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    const fault = faultOfSignal(String(row['registerAddress']));
    if (fault) throw badInput(fault, 'registerAddress');
    const { rows } = await sql<{ protocol: string }>`
      select protocol from device_model where id = ${row['deviceModelId']}`.execute(trx);
    if (rows[0] && rows[0].protocol !== '1')
      throw badInput(
        aboutField(signalMap.fields.deviceModelId.label, {
          zh: '只有 Modbus 型号有线圈与寄存器位',
          en: 'only models that speak Modbus have coils and bits',
        }),
        'deviceModelId',
      );
  },
};
