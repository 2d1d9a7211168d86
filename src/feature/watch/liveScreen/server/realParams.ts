import { sql } from 'kysely';
import type { Language } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { nameIn } from '#server/resource/nameIn.ts';
import { pointsOf } from '#feature/watch/signal/server/public.ts';
import { MOST_VALUES, type RealParam } from '../contract.ts';
import { unitOfValue } from './unitOfValue.ts';

/** Which objects' values are asked for; the executor shows those of the caller's scope. */
export interface ParamQuery {
  readonly siteId?: number | undefined;
  readonly objectIds?: readonly number[] | undefined;
  readonly objCodes?: readonly string[] | undefined;
  readonly entityUrls?: readonly string[] | undefined;
}

type Row = Omit<RealParam, 'unit' | 'signalPointId'> & {
  readonly itemUnit: string | null;
  readonly energy: string | null;
};

/**
 * The values of objects: those that the symbols of their types show, each with the monitored value bound to it, then what hangs
 * on the object beside them, then its signal points. An object's own value goes before one of its meters. 2,000 at most.
 */
export async function realParamsOf(trx: Db, query: ParamQuery, language: Language): Promise<RealParam[]> {
  const { rows: objects } = await sql<{ id: number; code: string; name: string }>`
    select id, org_code as code, shown_name(org_name, org_name_en) as name from monitor_object o
    where (${query.siteId ?? null}::integer is null or o.site_id = ${query.siteId ?? null})
      and (${query.objectIds ?? null}::integer[] is null or o.id = any (${query.objectIds ?? null}::integer[]))
      and (${query.objCodes ?? null}::text[] is null or o.org_code = any (${query.objCodes ?? null}::text[]))
    order by o.ix, o.id limit ${MOST_VALUES}`.execute(trx);
  const ids = objects.map((one) => one.id);
  const ofSymbols = await symbolParams(trx, ids, query.entityUrls);
  if (query.entityUrls) return ofSymbols.slice(0, MOST_VALUES);
  const shown = new Set(ofSymbols.map((one) => `${one.objectId} ${one.monitorItemId}`));
  const own = (await ownParams(trx, ids, language)).filter(
    (one) => !shown.has(`${one.objectId} ${one.monitorItemId}`),
  );
  const signals = await signalParams(trx, objects);
  return [...ofSymbols, ...own, ...signals].slice(0, MOST_VALUES);
}

const finished = ({ itemUnit, energy, ...row }: Row): RealParam => ({
  ...row,
  signalPointId: null,
  unit: row.dataCode === null ? '' : unitOfValue(row.dataCode, energy, itemUnit),
});

const OBJECT = sql`o.id as "objectId", o.org_code as "objCode", shown_name(o.org_name, o.org_name_en) as "objName"`;

async function symbolParams(
  trx: Db,
  ids: readonly number[],
  entityUrls: readonly string[] | undefined,
): Promise<RealParam[]> {
  const { rows } = await sql<Row>`
    select ${OBJECT}, e.entity_url as "entityUrl", p.param_name as "paramName", p.control_type as "controlType",
      p.monitor_type as "monitorType", i.id as "monitorItemId", i.ammeter_id as "ammeterId", d.data_code as "dataCode",
      d.unit as "itemUnit", i.energy
    from unnest(${ids}::integer[]) with ordinality w (id, place) join monitor_object o on o.id = w.id
    join graph_entity e on e.monitor_object_type_id = o.monitor_object_type_id and e.state = '1'
      and (${entityUrls ?? null}::text[] is null or e.entity_url = any (${entityUrls ?? null}::text[]))
    join graph_entity_param p on p.graph_entity = e.id
    left join lateral unnest(p.data_item_id_list) with ordinality n (item, nth) on true
    left join data_item d on d.id = n.item
    left join lateral (
      select i.id, i.ammeter_id, a.data_type as energy from monitor_item i join ammeter a on a.id = i.ammeter_id
      where i.data_item_id = d.id and i.state = '1' and (i.ammeter_id = any (o.ammeter_id_list)
        or exists (select from monitor_object_item l where l.monitor_object_id = o.id and l.monitor_item_id = i.id))
      order by exists (select from monitor_object_item l where l.monitor_object_id = o.id and l.monitor_item_id = i.id) desc,
        i.ix, i.id) i on true
    order by w.place, e.ix, e.id, p.ix, p.id, n.nth, i.id limit ${MOST_VALUES}`.execute(trx);
  return rows.map(finished);
}

async function ownParams(trx: Db, ids: readonly number[], language: Language): Promise<RealParam[]> {
  const { rows } = await sql<Row>`
    select ${OBJECT}, null as "entityUrl", ${nameIn('d.data_item_name', language)} as "paramName", 'text' as "controlType",
      i.monitor_type as "monitorType", i.id as "monitorItemId", i.ammeter_id as "ammeterId", d.data_code as "dataCode",
      d.unit as "itemUnit", a.data_type as energy
    from unnest(${ids}::integer[]) with ordinality w (id, place) join monitor_object o on o.id = w.id
    join monitor_object_item l on l.monitor_object_id = o.id
    join monitor_item i on i.id = l.monitor_item_id and i.state = '1'
    join data_item d on d.id = i.data_item_id join ammeter a on a.id = i.ammeter_id
    order by w.place, l.ix, l.id limit ${MOST_VALUES}`.execute(trx);
  return rows.map(finished);
}

async function signalParams(
  trx: Db,
  objects: readonly { readonly id: number; readonly code: string; readonly name: string }[],
): Promise<RealParam[]> {
  const byId = new Map(objects.map((one) => [one.id, one]));
  const { points } = await pointsOf(trx, { objectIds: [...byId.keys()], limit: MOST_VALUES, offset: 0 });
  return points.flatMap((point) => {
    const object = byId.get(point.objectId ?? 0);
    if (!object || !point.inUse) return [];
    return [
      {
        objCode: object.code,
        objectId: object.id,
        objName: object.name,
        entityUrl: null,
        paramName: point.pointName,
        controlType: 'light',
        monitorType: '2',
        monitorItemId: null,
        signalPointId: point.signalPointId,
        ammeterId: point.ammeterId,
        dataCode: null,
        unit: '',
      },
    ];
  });
}
