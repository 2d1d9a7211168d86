import { sql } from 'kysely';
import { inEnglish, type ShiftPlan } from '#contract/shiftPlan.ts';
import type { AnalysisContext } from '#feature/meters/analysisFrame/server/public.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { Db } from '#server/database/db.ts';
import type { SignedMeter } from '#feature/meters/reading/server/public.ts';
import { type Worked, workedShifts } from '../domain/shift.ts';

interface Row {
  readonly validFrom: string;
  readonly sites: readonly number[] | null;
  readonly plan: ShiftPlan;
  readonly english: boolean;
}

/** The shifts worked over the range at one site, with the meters of it. */
export interface SiteShifts {
  readonly worked: readonly Worked[];
  readonly covers: (meter: SignedMeter) => boolean;
}

/**
 * The shifts of the range at every site of some meters, by its own clock: each day by the site's own plan, where one has
 * begun, else by the enterprise's. Sites without any plan have none.
 */
export async function shiftsOf(
  trx: Db,
  context: AnalysisContext,
  meters: readonly SignedMeter[],
): Promise<SiteShifts[]> {
  const { organisation, question } = context;
  const { rows: found } = await sql<Row>`
    select valid_from::text as "validFrom", site_id_list as sites, shifts as plan,
      shown_name('zh', 'en') = 'en' as english from class_config
    where consumer_id = ${organisation.consumerId} and state = '1' order by valid_from, id`.execute(trx);
  const rows = found.map((row) => (row.english ? { ...row, plan: inEnglish(row.plan) } : row));
  const siteOf = new Map(organisation.meters.map((meter) => [meter.id, meter.siteId]));
  const about = new Set(meters.map(({ meterId }) => meterId));
  const zones = new Map(
    organisation.meters.flatMap((meter) => (about.has(meter.id) ? [[meter.siteId, meter.timeZone]] : [])),
  );
  const general = rows.filter((row) => row.sites === null || row.sites.length === 0);
  return [...zones].flatMap(([site, timeZone]): SiteShifts[] => {
    const own = rows.filter((row) => row.sites?.includes(site));
    const worked = workedShifts(zoneOf(timeZone), own, question.begin, question.end, general);
    return worked.length === 0 ? [] : [{ worked, covers: ({ meterId }) => siteOf.get(meterId) === site }];
  });
}
