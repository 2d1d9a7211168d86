import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import { deviceConfigure } from '#resource/yunshui/deviceConfigure.ts';
import { enterpriseInfo } from '#resource/yunshui/enterpriseInfo.ts';
import type { Slots } from '#server/resource/slot.ts';
import { creditCodeHolds } from '#domain/archive/creditCode.ts';
import { keptCodes, refuseUsed } from './codeUse.ts';
import { collectItemSlots } from './collectItem.ts';
import { gaugeSlots } from './gauge.ts';
import { replacementSlots } from './replacement.ts';
import { verificationSlots } from './verification.ts';

const device = keptCodes('deviceConfigure', ['deviceNo', 'processUnitCode']);

const deviceSlots: Slots = {
  ...device,
  beforeSave: async (call, values, before) => {
    await device.beforeSave?.(call, values, before);
    const { deviceNo, deviceType } = { ...before, ...values } as Record<string, unknown>;
    if (!String(deviceNo).startsWith(String(deviceType)))
      throw badInput(
        aboutField(deviceConfigure.fields.deviceNo.label, {
          zh: `前两位应为设备类型 ${String(deviceType)}`,
          en: `must begin with the device type ${String(deviceType)}`,
        }),
        'deviceNo',
      );
  },
};

const registration = enterpriseInfo.fields;

const enterpriseInfoSlots: Slots = {
  beforeSave: (_call, values, before) => {
    const row = { ...before, ...values };
    const code = values['enterpriseCode'];
    if (typeof code === 'string' && !creditCodeHolds(code))
      throw badInput(
        aboutField(registration.enterpriseCode.label, {
          zh: '校验位不正确，请核对',
          en: 'its check character is wrong',
        }),
        'enterpriseCode',
      );
    if (row['isorg'] === '1' && row['orgType'] == null)
      throw badInput(aboutField(registration.orgType.label, REQUIRED), 'orgType');
    return Promise.resolve();
  },
};

/** A renewed certification is another row; the same day of the same person is the same. */
const certificationSlots: Slots = {
  findSame: async ({ trx }, values) => {
    const { rows } = await sql<{ id: number }>`select id from energy_certification
      where consumer_id = ${values['consumerId'] ?? null}::integer and director = ${values['director'] ?? null}::text
        and pass_date is not distinct from ${values['passDate'] ?? null}::date order by id limit 1`.execute(
      trx,
    );
    return rows[0]?.id;
  },
};

/** What the resources of the metering archive do beyond their definitions, by name. */
export const meteringArchiveSlots: Readonly<Record<string, Slots>> = {
  enterpriseInfo: enterpriseInfoSlots,
  energyCertification: certificationSlots,
  materielProduct: keptCodes('materielProduct', ['produceNo']),
  processConfigure: keptCodes('processConfigure', ['processCode']),
  unitConfigure: keptCodes('unitConfigure', ['processCode', 'unitCode']),
  deviceConfigure: deviceSlots,
  dataCollectConfigure: {
    ...collectItemSlots,
    beforeSave: async (call, values, before) => {
      await collectItemSlots.beforeSave?.(call, values, before);
      if (before && values['dataCode'] !== undefined && values['dataCode'] !== before['dataCode'])
        await refuseUsed(call, 'dataCollectConfigure', before);
    },
    beforeDelete: (call, row) => refuseUsed(call, 'dataCollectConfigure', row),
  },
  gaugeConfigure: gaugeSlots,
  gaugeReplaceConfigure: replacementSlots,
  gaugeVerifyConfigure: verificationSlots,
};
