import { sql } from 'kysely';
import { badInput } from '#contract/error.ts';
import { repairMeters, zoneChanged } from '#feature/meters/recalculation/server/public.ts';
import type { Slots } from '#server/resource/slot.ts';

/** Whether the runtime knows the time zone. */
function isTimeZone(name: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

export const monitorSiteSlots: Slots = {
  beforeSave: async (_call, values) => {
    const zone = values['timeZone'];
    if (typeof zone === 'string' && !isTimeZone(zone))
      throw badInput(
        { zh: `时区：没有名为 ${zone} 的时区`, en: `Time zone: there is none named ${zone}` },
        'timeZone',
      );
  },
  afterSave: async (call, site, before) => {
    if (before === null || !zoneChanged(before['timeZone'], site['timeZone'])) return;
    const { rows } = await sql<{ id: number }>`select id from ammeter where site_id = ${site.id}`.execute(
      call.trx,
    );
    await repairMeters(
      call,
      Number(site['consumerId']),
      String(site['orgName']),
      rows.map((row) => row.id),
      'zone',
    );
  },
};
