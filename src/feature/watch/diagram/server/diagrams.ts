import { sql } from 'kysely';
import { noSuchRow } from '#contract/error.ts';
import { signer } from '#server/resource/nameIn.ts';
import type { Picture, Scene } from '#contract/scene/scene.ts';
import type { Space } from '#contract/scene/space.ts';
import type { Db } from '#server/database/db.ts';
import { homeZone } from '#server/database/homeZone.ts';
import type { DiagramHead, SceneAnswer, VersionWire } from '../contract.ts';

const ms = (column: string) => sql.raw(`floor(extract(epoch from ${column}) * 1000)::float8`);

/** A diagram that the caller sees. @throws Fault 404 */
export async function diagramOf(trx: Db, id: number): Promise<DiagramHead> {
  const { rows } = await sql<DiagramHead>`
    select d.id as "monitorDiagramId", shown_name(d.diagram_name, d.diagram_name_en) as "diagramName",
      d.consumer_id as "consumerId", d.site_id as "siteId", shown_name(s.org_name, s.org_name_en) as "siteName",
      coalesce(s.time_zone, ${homeZone}) as "timeZone", d.monitor_sys_type as "monitorSysType", d.panel_type as "panelType",
      (select max(no) from diagram_version v where v.diagram_id = d.id) as "newestNo",
      p.no as "publishedNo", ${ms('p.published_at')} as "publishedAt"
    from monitor_diagram d join monitor_site s on s.id = d.site_id
    left join lateral (select no, published_at from diagram_publication p where p.diagram_id = d.id
      order by published_at desc limit 1) p on true
    where d.id = ${id}`.execute(trx);
  const [row] = rows;
  if (!row) throw noSuchRow();
  return row;
}

/** Versions of a diagram, the newest first. */
export async function versionsOf(
  trx: Db,
  { monitorDiagramId, publishedNo }: DiagramHead,
  {
    no,
    limit,
    offset,
  }: { readonly no?: number | undefined; readonly limit: number; readonly offset: number },
): Promise<{ versions: VersionWire[]; total: number }> {
  type Row = Omit<VersionWire, 'published'> & { readonly once: boolean; readonly total: number };
  const { rows } = await sql<Row>`
    select v.no, v.elements, v.bindings, v.restored_from as "restoredFrom", v.note, ${ms('v.made_at')} as "madeAt",
      ${signer('v.made_by', 'v.employee_id')} as "madeBy", exists (select from diagram_publication p where p.diagram_id = v.diagram_id
        and p.no = v.no) as once, count(*) over ()::integer as total
    from diagram_version v where v.diagram_id = ${monitorDiagramId}
      and (${no ?? null}::integer is null or v.no = ${no ?? null})
    order by v.no desc limit ${limit} offset ${offset}`.execute(trx);
  return {
    versions: rows.map(({ once, total: _total, ...row }) => ({
      ...row,
      published: row.no === publishedNo ? 'now' : once ? 'once' : null,
    })),
    total: rows[0]?.total ?? 0,
  };
}

/** The picture of a version. @throws Fault 404 */
export async function sceneOf(trx: Db, diagramId: number, no: number): Promise<Scene | Space> {
  const { rows } = await sql<{ scene: Scene | Space }>`
    select scene from diagram_version where diagram_id = ${diagramId} and no = ${no}`.execute(trx);
  if (!rows[0]) throw noSuchRow();
  return rows[0].scene;
}

/** A diagram with a version of it: the one of a number, the published or the newest. @throws Fault 404 */
export async function sceneAnswer(
  trx: Db,
  id: number,
  asked: { readonly no?: number | undefined; readonly published?: boolean | undefined },
): Promise<SceneAnswer<Scene | Space>> {
  const diagram = await diagramOf(trx, id);
  const no = asked.no ?? (asked.published ? diagram.publishedNo : diagram.newestNo);
  if (no === null) return { diagram, version: null, scene: null, names: [] };
  const [version] = (await versionsOf(trx, diagram, { no, limit: 1, offset: 0 })).versions;
  if (!version) throw noSuchRow();
  const scene = await sceneOf(trx, id, no);
  return { diagram, version, scene, names: await namesOf(trx, scene) };
}

/** The meter that an element was drawn from; null = none. */
export function meterOfOrigin(origin: string | undefined): number | null {
  const id = /^meter:(\d{1,9})/.exec(origin ?? '')?.[1];
  return id === undefined ? null : Number(id);
}

/** What the meters of a picture are called, as far as the caller sees them. */
async function namesOf(trx: Db, scene: Picture): Promise<SceneAnswer['names']> {
  const ids = new Set<number>();
  for (const { bindings, origin } of scene.elements) {
    for (const { source } of bindings ?? []) if ('ammeterId' in source) ids.add(source.ammeterId);
    const drawn = meterOfOrigin(origin);
    if (drawn !== null) ids.add(drawn);
  }
  const { rows } = await sql<SceneAnswer['names'][number]>`
    select id as "ammeterId", ammeter_code as code, shown_name(ammeter_name, ammeter_name_en) as name
    from ammeter where id = any (${[...ids]}::integer[])`.execute(trx);
  return rows;
}
