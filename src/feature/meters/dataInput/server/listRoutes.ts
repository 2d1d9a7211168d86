import { sql } from 'kysely';
import * as z from 'zod';
import { DATA_CODES, columnOf } from '#contract/dataCode.ts';
import { noSuchRow } from '#contract/error.ts';
import { INTERVAL } from '#contract/interval.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { type Language, textIn } from '#contract/text.ts';
import { visibleMeterSet } from '#feature/meters/reading/server/public.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import { defineRoute, type Services } from '#server/route.ts';
import { sealedValues } from '#series/public.ts';
import { MANY_ENTERPRISES } from '../contract.ts';
import { getImport, type ImportState, STATE } from './importData.ts';
import { owner } from './meters.ts';
import { PERMISSION } from './permission.ts';

interface Person {
  readonly employeeId: number;
  readonly employeeName: string | null;
}

/** An import or an entry as the list shows it. */
interface ListRow extends Person {
  readonly importDataId: number;
  readonly id: number;
  readonly kind: 'import' | 'person';
  readonly state: ImportState;
  readonly fileName: string | null;
  readonly rowCount: number | null;
  /** How many rows or values were new, the same, changed, faulty. */
  readonly counts: Readonly<Record<string, number>> | null;
  readonly from: Date | null;
  readonly to: Date | null;
  readonly faultFileId: number | null;
  readonly missingFileId: number | null;
  readonly taskId: number | null;
  readonly remark: string | null;
  readonly mappingName: string | null;
  readonly createdAt: Date;
  readonly writtenAt: Date | null;
  readonly consumerId: number | null;
  readonly consumerName: string | null;
  /** 1 counts, 2 undone, 0 neither yet. */
  readonly status: number;
  readonly undoneAt: Date | null;
  /** IANA zone of its days. */
  readonly timeZone: string | null;
}

/** Who did it: an operator is told as such to those who do not see the accounts of operators. */
async function withNames<R extends Person>(
  { system }: Pick<Services, 'system'>,
  rows: readonly R[],
  language: Language,
): Promise<Omit<R, 'employeeId'>[]> {
  const hidden = rows.filter((row) => row.employeeName === null).map((row) => row.employeeId);
  const { rows: operators } = await sql<{ id: number }>`select id from org_employee
    where id = any(${hidden}::integer[]) and account_type = '1'`.execute(system);
  const known = new Set(operators.map((row) => row.id));
  return rows.map(({ employeeId, ...row }) => ({
    ...row,
    employeeName: row.employeeName ?? (known.has(employeeId) ? textIn(OPERATOR, language) : null),
  }));
}

const OPERATOR = { zh: '平台运营', en: 'Platform operator' } as const;

const SOURCES = sql`any(coalesce(i.source_ids, array[i.source_id]))`;

/** The zone of an import's days: that of the sites of most of its meters, else of the enterprise's first site. */
const ZONE = sql<string>`coalesce(
  (select s.time_zone from data_source_meter m join ammeter a on a.id = m.meter_id join monitor_site s on s.id = a.site_id
    where m.source = ${SOURCES} group by s.time_zone order by count(*) desc, s.time_zone limit 1),
  (select s.time_zone from monitor_site s where s.consumer_id = i.consumer_id order by s.id limit 1),
  ${homeZone})`;

/** The first instant of a day in that zone. */
const startOf = (day: string) => sql`(${day}::date::timestamp at time zone ${ZONE})`;

/** The day after, of a day in that zone. */
const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone ${ZONE})`;

/** Interval codes of the specification (115, 201, 301, 501, 601); other numbers are seconds. */
const SPANS: Readonly<Record<number, string>> = {
  [INTERVAL.quarter]: '15 minutes',
  [INTERVAL.hour]: '1 hour',
  [INTERVAL.day]: '1 day',
  [INTERVAL.month]: '1 month',
  [INTERVAL.year]: '1 year',
};

/** What has values of such a span: a file by its mapping, an entry by its begin and end on the clock of its zone. */
function hasInterval(interval: number) {
  const span = SPANS[interval] ?? `${interval} seconds`;
  return sql`case i.kind when 'person' then i.from_ts < i.to_ts
      and (i.from_ts at time zone ${ZONE}) + ${span}::interval = (i.to_ts at time zone ${ZONE})
    else make_interval(secs => (i.mapping ->> 'intervalSeconds')::integer) = ${span}::interval end`;
}

/**
 * Imports and entries, newest first; days are those of the site's zone, each `timeZone` of its own. What ends at
 * midnight belongs to the day before. `status`: 1 counts, 2 undone, 0 neither yet.
 */
export const getImportDataList = defineRoute({
  method: 'GET',
  path: '/api/sdata/importData/getImportDataList',
  summary: { zh: '导入记录', en: 'Imports and entries' },
  permission: PERMISSION.view,
  params: z.object({
    ...paging,
    consumerId: owner().optional(),
    orgId: id().optional(),
    dataType: z.coerce.string().max(4).optional(),
    classify: z.coerce.string().max(4).optional(),
    interval: z.coerce.number().int().min(1).max(31_622_400).optional(),
    start: z.iso.date().optional(),
    end: z.iso.date().optional(),
    kind: z.enum(['import', 'person']).optional(),
  }),
  example: { current: 1, pageSize: 10 },
  handler: async ({ trx, params, services, language }) => {
    const page = pageOf(params);
    // A class of the data input is a type of energy (getListByDataType).
    const types = [params.classify, params.dataType].filter((type) => type !== undefined);
    const where = sql`i.state <> 'uploaded'
      and (${params.consumerId ?? null}::integer is null
        or i.consumer_id is not distinct from nullif(${params.consumerId ?? null}::integer, ${MANY_ENTERPRISES}))
      and (${params.kind ?? null}::text is null or i.kind = ${params.kind ?? null})
      and ${
        params.start === undefined
          ? sql`true`
          : sql`case when i.from_ts < i.to_ts then i.to_ts > ${startOf(params.start)}
              else coalesce(i.to_ts, i.created_at) >= ${startOf(params.start)} end`
      }
      and ${params.end === undefined ? sql`true` : sql`coalesce(i.from_ts, i.created_at) < ${endOf(params.end)}`}
      and ${params.interval === undefined ? sql`true` : hasInterval(params.interval)}
      and ((${types.length} = 0 and ${params.orgId ?? null}::integer is null) or exists (
        select from data_source_meter m join ammeter a on a.id = m.meter_id
        where m.source = ${SOURCES} and a.data_type = all (${types}::text[])
          and (${params.orgId ?? null}::integer is null
            or ${params.orgId ?? null} in (a.consumer_id, a.site_id)
            or exists (select from org_ammeter o where o.ammeter_id = a.id and o.org_id = ${params.orgId ?? null}))))`;
    const { rows: totals } = await sql<{ total: number }>`
      select count(*)::integer as total from import_data i where ${where}`.execute(trx);
    const { rows } = await sql<ListRow>`
      select i.id as "importDataId", i.id, i.kind, ${STATE} as state, i.file_name as "fileName", i.row_count as "rowCount", i.counts,
        i.from_ts as "from", i.to_ts as "to", i.fault_file_id as "faultFileId",
        i.missing_file_id as "missingFileId", i.task_id as "taskId", i.remark,
        i.mapping_name as "mappingName", i.created_at as "createdAt", i.written_at as "writtenAt",
        i.consumer_id as "consumerId", shown_name(c.org_name, c.org_name_en) as "consumerName", shown_name(e.name, e.name_en) as "employeeName", i.employee_id as "employeeId",
        case i.state when 'done' then 1 when 'undone' then 2 else 0 end as status,
        d.undone_at as "undoneAt", ${ZONE} as "timeZone"
      from import_data i
      left join consumer c on c.id = i.consumer_id
      left join org_employee e on e.id = i.employee_id
      left join lateral (select max(s.undone_at) as undone_at from data_source s
        where s.id = ${SOURCES}) d on true
      where ${where} order by i.id desc limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(
      trx,
    );
    const list = await withNames(services, rows, language);
    return { list, pagination: { total: totals[0]?.total ?? 0, ...page } };
  },
});

/** One import with its mapping. */
export const get = defineRoute({
  method: 'GET',
  path: '/api/sdata/importData/get',
  summary: { zh: '一次导入', en: 'One import' },
  permission: PERMISSION.view,
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, params }) => {
    const { sources: _, sha256: __, ...data } = await getImport(trx, params.id);
    return { ...data, importDataId: data.id };
  },
});

const pointColumns = sql.raw(
  DATA_CODES.map((entry) => `('${entry.code}', r.${columnOf(entry.code)})`).join(', '),
);

/** What of sources stands in sealed months: `meter_id`, `source`, `ts`, `code`, `value`. */
async function sealedOf(trx: Db, sources: readonly number[], ammeterId: number | undefined) {
  const { rows } = await sql<{ meterId: number; source: number; from: Date; to: Date }>`
    select m.meter_id as "meterId", m.source, m.from_ts as from, m.to_ts as to from data_source_meter m
    where m.source = any(${sources}::integer[]) and (${ammeterId ?? null}::integer is null or m.meter_id = ${ammeterId ?? null})`.execute(
    trx,
  );
  const meters = await visibleMeterSet(trx, rows.map((row) => row.meterId)); // prettier-ignore
  const shown = new Set(meters.ids);
  const windows = rows
    .filter(({ meterId }) => shown.has(meterId))
    .map(({ meterId, source, from, to }) => ({
      meterId,
      source,
      from: from.getTime(),
      to: to.getTime() + 1,
    }));
  const codes = DATA_CODES.map(({ code }) => code);
  const values = (await sealedValues(trx, meters, windows, codes)).flatMap(([n, ts, source, ...cells]) =>
    cells.flatMap((value, c) =>
      value === null
        ? []
        : [{ meterId: windows[n as number]?.meterId ?? 0, source, ts, code: codes[c], value }],
    ),
  );
  return sql`select v.meter_id, v.source, timestamptz 'epoch' + v.ms * interval '1 millisecond' as ts, v.code, v.value
    from unnest(${values.map((one) => one.meterId)}::integer[], ${values.map((one) => one.source)}::integer[],
      ${values.map((one) => one.ts)}::float8[], ${values.map((one) => one.code)}::text[], ${values.map((one) => one.value)}::float8[])
      v (meter_id, source, ms, code, value)`;
}

/** The values of one import, in the order of time. */
export const getRecordList = defineRoute({
  method: 'GET',
  path: '/api/sdata/importData/getRecordList',
  summary: { zh: '一次导入的数值', en: 'The values of one import' },
  permission: PERMISSION.view,
  params: z.object({ ...paging, importDataId: id(), ammeterId: id().optional() }),
  example: { importDataId: 1, pageSize: 20 },
  handler: async ({ trx, params }) => {
    const page = pageOf(params);
    const { sources } = await getImport(trx, params.importDataId);
    if (sources.length === 0) throw noSuchRow();
    const offset = (page.current - 1) * page.pageSize;
    // Every key begins with the meter, so the meters of the source come first.
    const meters = sql`select m.meter_id, m.source, m.from_ts, m.to_ts, a.ammeter_code, shown_name(a.ammeter_name, a.ammeter_name_en) as shown
      from data_source_meter m join ammeter a on a.id = m.meter_id
      where m.source = any(${sources}::integer[]) and (${params.ammeterId ?? null}::integer is null or a.id = ${params.ammeterId ?? null})`;
    const values = sql`
      select m.meter_id, m.ammeter_code, m.shown, e.code, e.start_ts, e.end_ts, e.value
      from m join interval_energy e on e.meter_id = m.meter_id and e.source = m.source
        and e.start_ts >= m.from_ts and e.end_ts <= m.to_ts
      union all
      select m.meter_id, m.ammeter_code, m.shown, v.code, null, r.ts, v.value::text::numeric
      from m join reading r on r.meter_id = m.meter_id and r.source = m.source and r.ts between m.from_ts and m.to_ts
        cross join lateral (values ${pointColumns}) v (code, value) where v.value is not null
      union all select m.meter_id, m.ammeter_code, m.shown, v.code, null, v.ts, v.value::text::numeric
      from m join (${await sealedOf(trx, sources, params.ammeterId)}) v on v.meter_id = m.meter_id and v.source = m.source`;
    const { rows: list } = await sql<{
      ammeterId: number;
      ammeterCode: string;
      ammeterName: string;
      dataCode: string;
      /** Start of an interval; null where a register stood at `time`. */
      begin: Date | null;
      time: Date;
      value: number;
    }>`
      with m as (${meters}) select meter_id as "ammeterId", ammeter_code as "ammeterCode", shown as "ammeterName",
        code as "dataCode", start_ts as "begin", end_ts as "time", value::float8 as value
      from (${values}) x order by end_ts, meter_id, code limit ${page.pageSize} offset ${offset}`.execute(
      trx,
    );
    const { rows: totals } = await sql<{ total: string }>`
      with m as (${meters}) select count(*) as total from (${values}) x`.execute(trx);
    return { list, pagination: { total: Number(totals[0]?.total ?? 0), ...page } };
  },
});
