import { sql } from 'kysely';
import { defineAnalysis } from '#feature/meters/analysisFrame/server/public.ts';
import { organisationOf } from '#feature/meters/subject/server/public.ts';
import { INTERVAL } from '#contract/interval.ts';
import { factorsOf } from '#feature/statistics/coefficient/server/public.ts';
import { organisationAbout } from '#feature/meters/subject/server/public.ts';
import { groundOf } from './asked.ts';
import { byObject, type Counted } from './byObject.ts';
import { metersOfOrg } from './comprehensive.ts';

/** So many enterprises are told beside each other; the one in view is always among them. */
const MOST = 100;
const SOME = {
  zh: `仅统计前 ${MOST} 家企业，排名与占比只在它们之间`,
  en: `Only the first ${MOST} enterprises are told; ranks and shares are among these`,
};

/** By enterprise: every enterprise that the caller sees, each with its own factors. */
export const enterprise = defineAnalysis({
  name: 'statisticsEnterprise',
  title: { zh: '企业统计', en: 'Statistics by enterprise' },
  permission: 'SDNPowerStatistic.Enterprise',
  intervals: [INTERVAL.month, INTERVAL.day, INTERVAL.year],
  find: async (trx, query) => {
    const ground = await groundOf(trx, query);
    const { rows } = await sql<{ id: number; name: string }>`
      select id, shown_name(org_name, org_name_en) as name from consumer order by id <> ${query.organisation.consumerId}, id
      limit ${MOST + 1}`.execute(trx);
    const objects: Counted[] = [];
    for (const { id, name } of rows.slice(0, MOST)) {
      const organisation =
        id === query.organisation.consumerId
          ? await organisationAbout(trx, query.organisation, [id])
          : await organisationOf(trx, id);
      objects.push({
        key: `o${id}`,
        name,
        meters: metersOfOrg(organisation, id, ground.config),
        organisation,
        factors: await factorsOf(trx, organisation, { orgId: id, dataAmmeterId: null }),
        object: { orgId: id },
      });
    }
    const found = await byObject(trx, query, ground, objects, { zh: '企业', en: 'Enterprise' });
    return rows.length > MOST ? { ...found, notes: [SOME] } : found;
  },
});
