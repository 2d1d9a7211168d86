import { sql } from 'kysely';
import * as z from 'zod';
import { noSuchRow } from '#contract/error.ts';
import { id } from '#contract/param.ts';
import { funCodeOf } from '#contract/permission.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import { monthsOf } from '#feature/meters/ledger/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { findRow } from '#server/resource/row.ts';
import { defineRoute } from '#server/route.ts';
import type { GaugeLife, LifeEvent } from '../contract.ts';

const day = (column: string) => sql`to_char(${sql.ref(column)}, 'YYYY-MM-DD')`;

/** Changes of a meter that a person made are told by these fields alone. */
const TOLD = ['currentState', 'alignState', 'location', 'meterLevel', 'dataCode'];

async function eventsOf(trx: Db, gaugeId: number, zone: string): Promise<LifeEvent[]> {
  const { rows } = await sql<LifeEvent>`
    select 'verified' as kind, ${day('verify_time')} as day, ser_no as "serNo", verify_org as detail,
      '[]'::jsonb as changes
      from gauge_verify_configure where gauge_id = ${gaugeId}
    union all
    select 'replaced', to_char(install_time at time zone ${zone}, 'YYYY-MM-DD'), install_ser_no,
      replaced_serno || ' → ' || install_ser_no
        || coalesce(' (' || coalesce(replaced_register::text, '--') || ' → '
          || nullif(coalesce(install_register::text, '--'), '--') || ')', ''), '[]'::jsonb
      from gauge_replace_configure where gauge_id = ${gaugeId}
    union all
    select 'changed', to_char(at at time zone ${zone}, 'YYYY-MM-DD'), null, null,
      jsonb_agg(jsonb_build_object('field', f.key, 'before', before->f.key, 'after', after->f.key))
      from oper_log, unnest(${TOLD}::text[]) as f (key)
      where resource = ${gaugeConfigure.name} and row_id = ${gaugeId} and action = 'edit'
        and before->>f.key is distinct from after->>f.key
      group by oper_log.id, at
    order by day desc, kind limit 500`.execute(trx);
  return rows;
}

/** What happened to an instrument from its installation to its next verification, and its months. */
export const getLife = defineRoute({
  method: 'GET',
  path: '/api/yunshui/gaugeConfigure/getLife',
  summary: { zh: '计量器具履历', en: 'The life of an instrument' },
  permission: funCodeOf(gaugeConfigure, 'view'),
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params }): Promise<GaugeLife> => {
    const gauge = await findRow(trx, gaugeConfigure, params.id);
    if (!gauge) throw noSuchRow();
    const ammeterId = gauge['ammeterId'] as number | null;
    const { rows } = await sql<{
      name: string;
      zone: string;
    }>`select shown_name(a.ammeter_name, a.ammeter_name_en) as name, s.time_zone as zone
      from ammeter a join monitor_site s on s.id = a.site_id where a.id = ${ammeterId}::integer`.execute(trx);
    const meter = rows[0];
    const events = await eventsOf(trx, params.id, meter?.zone ?? HOME_ZONE);
    const serNo = String(gauge['serNo']);
    const plain = (kind: 'due' | 'installed', on: unknown, number: string | null): LifeEvent[] =>
      typeof on === 'string' ? [{ kind, day: on, serNo: number, detail: null, changes: [] }] : [];
    const replaced = events.some(({ kind }) => kind === 'replaced');
    // After a replacement the date of installation is that of the device put in, told by the replacement.
    const installed = replaced ? [] : plain('installed', gauge['installTime'], serNo);
    const energy = ammeterId === null ? null : await monthsOf(trx, ammeterId);
    return {
      gaugeId: params.id,
      meterName: String(gauge['meterName']),
      serNo,
      ammeterId,
      ammeterName: meter?.name ?? null,
      events: [...plain('due', gauge['nextAlignDate'], null), ...events, ...installed],
      months: (energy?.months ?? []).toReversed().slice(0, 36),
      unit: energy?.unit ?? null,
    };
  },
});
