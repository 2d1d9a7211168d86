import { sql } from 'kysely';
import { defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';
import { INTERVAL } from '#contract/interval.ts';
import { organisationAbout } from '#feature/meters/subject/server/public.ts';
import { groundOf } from './asked.ts';
import { byObject } from './byObject.ts';
import { metersOfList } from './comprehensive.ts';

interface Unit {
  readonly id: number;
  readonly name: string;
  readonly meterIds: readonly number[] | null;
}

const MOST = 300;

/**
 * By procedure: the energy-using units of the enterprise whose kind the settings name (all of them without), each the
 * sum of its meters; of an organisation or site those units that have meters of it.
 */
export const procedure = defineAnalysis({
  name: 'statisticsProcedure',
  title: { zh: '工序统计', en: 'Statistics by procedure' },
  permission: 'SDNPowerStatistic.Procedure',
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  find: async (trx, query) => {
    const ground = await groundOf(trx, query);
    const { subject } = query;
    const organisation = await organisationAbout(trx, query.organisation, [subject.consumerId]);
    const kinds = ground.config.procedureKinds;
    const { rows } = await sql<Unit>`
      select id, shown_name(unit_name, unit_name_en) as name, ammeter_id_list as "meterIds" from consumer_unit
      where consumer_id = ${organisation.consumerId} and state = '1'
        and (${kinds.length} = 0 or consumer_unit_type_id = any(${[...kinds]}::integer[]))
        and (${subject.kind} <> 'site' or site_id = ${subject.orgId})
      order by ix, id limit ${MOST}`.execute(trx);
    const objects = rows.map(({ id, name, meterIds }) => ({
      key: `u${id}`,
      name,
      meters: metersOfList(
        organisation,
        (meterIds ?? []).map((meterId) => ({ meterId, sign: 1 as const })),
        ground.config,
      ),
      organisation,
    }));
    return byObject(trx, query, ground, objects, { zh: '工序', en: 'Procedure' });
  },
});
