import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import {
  faultOfAddress,
  fits,
  type Protocol,
  type Transport,
} from '#feature/meters/collector/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Slots } from '#server/resource/slot.ts';

interface Surroundings {
  readonly channelConsumer: number;
  readonly transport: Transport;
  readonly gatewaySite: number | null;
  readonly meterConsumer: number;
  readonly meterSite: number;
  readonly protocol: Protocol;
}

const OTHER_ENTERPRISE: Text = { zh: '不属于该企业', en: 'it does not belong to the enterprise' };

export const collectorMeterSlots: Slots = {
  beforeSave: async ({ trx }, values, before) => {
    const row = { ...before, ...values };
    const around = await surroundings(trx, row);
    if (!around) return;
    if (around.channelConsumer !== row['consumerId'])
      throw about('channelId', '采集通道', 'Channel', OTHER_ENTERPRISE);
    if (around.meterConsumer !== row['consumerId'])
      throw about('ammeterId', '表计', 'Meter', OTHER_ENTERPRISE);
    if (around.gatewaySite !== null && around.gatewaySite !== around.meterSite)
      throw about('ammeterId', '表计', 'Meter', {
        zh: '不在通道网关的站点',
        en: "it is not at the site of the channel's gateway",
      });
    if (!fits(around.transport, around.protocol))
      throw about('deviceModelId', '设备型号', 'Device model', {
        zh: '规约与通道的传输方式不符',
        en: 'its protocol does not fit the transport of the channel',
      });
    const fault = faultOfAddress(around.transport, String(row['unitAddress']));
    if (fault) throw badInput(fault, 'unitAddress');
  },
};

const about = (field: string, zh: string, en: string, what: Text) =>
  badInput({ zh: `${zh}：${what.zh}`, en: `${en}: ${what.en}` }, field);

async function surroundings(
  trx: Db,
  row: Readonly<Record<string, unknown>>,
): Promise<Surroundings | undefined> {
  const { rows } = await sql<Surroundings>`
    select c.consumer_id as "channelConsumer", c.protocol as transport, g.site_id as "gatewaySite",
      a.consumer_id as "meterConsumer", a.site_id as "meterSite", m.protocol
    from collector_channel c join gateway g on g.id = c.gateway_id, ammeter a, device_model m
    where c.id = ${row['channelId']} and a.id = ${row['ammeterId']} and m.id = ${row['deviceModelId']}`.execute(
    trx,
  );
  return rows[0];
}
