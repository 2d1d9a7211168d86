import { sql } from 'kysely';
import { badInput, conflict, forbidden } from '#contract/error.ts';
import { refusedHost } from '#feature/meters/collector/server/slots.ts';
import type { Slots } from '#server/resource/slot.ts';

const NO_RELAYS = {
  zh: '允许拉合闸：仅用于 DL/T 645 通道',
  en: 'Relays allowed: for channels of DL/T 645 alone',
};

const HAS_METERS = {
  zh: '通道下已有采集表计，传输方式与企业不能更改',
  en: 'The channel has meters: its transport and enterprise cannot be changed',
};

const HAS_OUTPUTS = {
  zh: '通道下已有遥控点，传输方式与企业不能更改',
  en: 'The channel has remote outputs: its transport and enterprise cannot be changed',
};

export const collectorChannelSlots: Slots = {
  beforeSave: async ({ trx, services, caller }, values, before) => {
    const row = { ...before, ...values };
    if (row['relays'] === true && before?.['relays'] !== true) {
      if (caller.accountType !== '1') throw forbidden();
      if (row['protocol'] !== '3') throw badInput(NO_RELAYS, 'relays');
    }
    const refused = refusedHost(String(row['host']), Number(row['port']), services.config.collectorAllow);
    if (refused) throw badInput(refused, 'host');
    const { rows } = await sql<{ consumerId: number }>`
      select consumer_id as "consumerId" from gateway where id = ${row['gatewayId']}`.execute(trx);
    if (rows[0]?.consumerId !== row['consumerId'])
      throw badInput(
        { zh: '所属网关：不属于该企业', en: 'Gateway: it does not belong to the enterprise' },
        'gatewayId',
      );
    if (before && changed(before, values, ['protocol', 'consumerId'])) {
      const meters = await sql`select from collector_meter where channel_id = ${before.id} limit 1`.execute(
        trx,
      );
      if (meters.rows.length > 0) throw conflict(HAS_METERS, 'protocol');
      // A unit that is one device over TCP is all of them on a serial line.
      const outputs = await sql`select from i_remote_control
        where channel_id = ${before.id} and way in ('1', '3') limit 1`.execute(services.system);
      if (outputs.rows.length > 0) throw conflict(HAS_OUTPUTS, 'protocol');
    }
  },
};

const changed = (
  before: Readonly<Record<string, unknown>>,
  values: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): boolean => keys.some((key) => values[key] !== undefined && values[key] !== before[key]);
