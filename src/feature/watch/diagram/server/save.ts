import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import { sourceKey } from '#contract/scene/binding.ts';
import type { Picture, Scene } from '#contract/scene/scene.ts';
import { isSpace, type Space } from '#contract/scene/space.ts';
import { checkScene } from '#domain/scene/check.ts';
import { checkSpace } from '#domain/scene/space/check.ts';
import type { Call, Caller } from '#server/route.ts';
import type { Db } from '#server/database/db.ts';
import { momentAt } from '#domain/time/text.ts';
import { type DiagramHead, IN_SPACE } from '../contract.ts';
import { diagramOf, meterOfOrigin, sceneOf, versionsOf } from './diagrams.ts';

/** A version to be added: what it was made from, so that nobody writes over what another saved meanwhile. */
export interface Save {
  readonly id: number;
  /** Number of the version that was edited; 0 = there was none. */
  readonly base: number;
  readonly note?: string | undefined;
}

const countBindings = (scene: Picture): number =>
  scene.elements.reduce((sum, one) => sum + (one.bindings?.length ?? 0), 0);

/** One at a time saves a diagram; the rest wait, and see what came of it. */
const hold = (trx: Db, id: number) =>
  sql`select pg_advisory_xact_lock(hashtext('diagram'), ${id})`.execute(trx);

/** Refuses to save or publish on what is not the newest. @throws Fault 409 that says who saved since, and when */
async function holdNewest(trx: Db, id: number, base: number): Promise<DiagramHead> {
  await diagramOf(trx, id);
  await hold(trx, id);
  const diagram = await diagramOf(trx, id);
  if ((diagram.newestNo ?? 0) === base) return diagram;
  const [newest] = (await versionsOf(trx, diagram, { limit: 1, offset: 0 })).versions;
  const who = newest?.madeBy ?? '--';
  const when = newest ? momentAt(diagram.timeZone, newest.madeAt) : '--';
  throw conflict(
    {
      zh: `${who} 已于 ${when} 保存了 v${newest?.no ?? 0}，您编辑的是 v${base}；请另存副本或载入最新版后再改`,
      en: `${who} saved v${newest?.no ?? 0} at ${when} while you edited v${base}: load the newest, or keep a copy of yours`,
    },
    'base',
  );
}

/** A picture of the kind of its diagram. @throws Fault 400 naming the element */
function checkedFor({ panelType }: DiagramHead, raw: unknown): Scene | Space {
  const checked = panelType === IN_SPACE ? checkSpace(raw) : checkScene(raw);
  if ('problem' in checked) throw badInput(checked.problem, 'scene');
  return checked.scene;
}

/** Who saves, and the pool that sees every row. */
type Saver = Pick<Call<unknown>, 'trx' | 'caller' | 'services'>;

/** Adds a version. What equals the newest adds none. @throws Fault 400 naming the element, 404, 409 saying who saved since */
export async function saveScene(
  { trx, caller, services }: Saver,
  save: Save,
  raw: unknown,
  restoredFrom: number | null = null,
): Promise<{ no: number }> {
  const scene = checkedFor(await diagramOf(trx, save.id), raw);
  const diagram = await holdNewest(trx, save.id, save.base);
  const before = save.base > 0 ? await sceneOf(trx, save.id, save.base) : null;
  await checkOwners(trx, diagram, scene);
  if (caller.limit !== undefined)
    await checkSeen(trx, scene, before, restoredFrom === null ? null : services.system);
  await checkModels(trx, diagram, scene);
  const text = JSON.stringify(scene);
  if (before && restoredFrom === null && JSON.stringify(before) === text) return { no: save.base };
  const no = save.base + 1;
  await sql`insert into diagram_version
      (diagram_id, no, scene, elements, bindings, restored_from, note, employee_id, made_by)
    values (${save.id}, ${no}, ${text}::json, ${scene.elements.length}, ${countBindings(scene)}, ${restoredFrom},
      ${save.note ?? null}, ${caller.employeeId}, ${caller.name})`.execute(trx);
  return { no };
}

/** Takes an older version back: it becomes the newest again. @throws Fault 404, 409 */
export const restoreScene = async (saver: Saver, save: Save, no: number): Promise<{ no: number }> =>
  saveScene(saver, save, await sceneOf(saver.trx, save.id, no), no);

/** Shows a version to everybody. @throws Fault 404, 409 where a newer one is there that the caller has not seen */
export async function publishScene(trx: Db, caller: Caller, id: number, no: number): Promise<{ no: number }> {
  const diagram = await holdNewest(trx, id, no);
  if (diagram.publishedNo === no) return { no };
  await sql`insert into diagram_publication (diagram_id, no, employee_id, published_by)
    values (${id}, ${no}, ${caller.employeeId}, ${caller.name})`.execute(trx);
  return { no };
}

/** What a picture binds must be of the enterprise of its diagram; what is gone since may stay. */
async function checkOwners(trx: Db, { consumerId }: DiagramHead, scene: Picture): Promise<void> {
  const meters = new Map<number, string>();
  const points = new Map<number, string>();
  for (const { id, bindings } of scene.elements)
    for (const { source } of bindings ?? [])
      if (source.kind === 'signal') points.set(source.signalPointId, id);
      else meters.set(source.ammeterId, id);
  const { rows } = await sql<{ kind: string; id: number; code: string }>`
    select 'meter' as kind, id, ammeter_code as code from ammeter
    where id = any (${[...meters.keys()]}::integer[]) and consumer_id <> ${consumerId}
    union all select 'point', id, point_code from signal_point
    where id = any (${[...points.keys()]}::integer[]) and consumer_id <> ${consumerId} limit 1`.execute(trx);
  const [foreign] = rows;
  if (!foreign) return;
  const element = (foreign.kind === 'meter' ? meters : points).get(foreign.id) ?? '';
  throw badInput(
    {
      zh: `图元 ${element}：${foreign.code} 属于另一家企业`,
      en: `Element ${element}: ${foreign.code} belongs to another enterprise`,
    },
    'scene',
  );
}

/** A meter or signal point that a picture names. */
interface Named {
  readonly kind: 'meter' | 'point';
  readonly id: number;
  readonly element: string;
}

/** What a picture binds, by its source, and the meters that its elements were drawn from: their names are shown. */
function namedIn(scene: Picture): ReadonlyMap<string, Named> {
  const named = new Map<string, Named>();
  for (const { id: element, bindings, origin } of scene.elements) {
    for (const { source } of bindings ?? [])
      named.set(
        sourceKey(source),
        source.kind === 'signal'
          ? { kind: 'point', id: source.signalPointId, element }
          : { kind: 'meter', id: source.ammeterId, element },
      );
    const drawn = meterOfOrigin(origin);
    if (drawn !== null) named.set(`meter:${drawn}`, { kind: 'meter', id: drawn, element });
  }
  return named;
}

/** Those of meters and points that an executor sees. */
async function seenOf(db: Db, named: readonly Named[]): Promise<readonly Named[]> {
  const ids = (kind: Named['kind']): number[] => named.flatMap((one) => (one.kind === kind ? [one.id] : []));
  const { rows } = await sql<{ kind: string; id: number }>`
    select 'meter' as kind, id from ammeter where id = any (${ids('meter')}::integer[])
    union all select 'point', id from signal_point where id = any (${ids('point')}::integer[])`.execute(db);
  const seen = new Set(rows.map(({ kind, id }) => `${kind} ${id}`));
  return named.filter(({ kind, id }) => seen.has(`${kind} ${id}`));
}

/**
 * What somebody limited puts on a picture must be theirs to see: a board reads it in the scope of the whole enterprise. What
 * the version before had may stay.
 * @param system null = what does not exist is refused as well, as its number may be given out yet; with the pool that sees
 *   every row, what is gone may come back with an older version
 * @throws Fault 400 naming the element
 */
async function checkSeen(trx: Db, scene: Picture, before: Picture | null, system: Db | null): Promise<void> {
  const known = before ? namedIn(before) : new Map<string, Named>();
  const fresh = [...namedIn(scene)].flatMap(([key, one]) => (known.has(key) ? [] : [one]));
  if (fresh.length === 0) return;
  const seen = new Set(await seenOf(trx, fresh));
  const hidden = fresh.filter((one) => !seen.has(one));
  const [first] = system ? await seenOf(system, hidden) : hidden;
  if (!first) return;
  throw badInput(
    {
      zh: `图元 ${first.element}：所用的表计或信号点不在您的角色限定范围内`,
      en: `Element ${first.element}: it uses a meter or signal point beyond what your role is limited to`,
    },
    'scene',
  );
}

/** Models that a picture shows must be of its diagram. */
async function checkModels(trx: Db, { monitorDiagramId }: DiagramHead, scene: Scene | Space): Promise<void> {
  if (!isSpace(scene)) return;
  const used = new Map(
    scene.elements.flatMap((one) => (one.type === 'model' ? [[one.modelId, one.id] as const] : [])),
  );
  if (used.size === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from diagram_model where diagram_id = ${monitorDiagramId} and id = any (${[...used.keys()]}::integer[])`.execute(
    trx,
  );
  for (const { id } of rows) used.delete(id);
  const [lost] = used;
  if (lost)
    throw badInput(
      {
        zh: `图元 ${lost[1]}：这张图没有编号 ${lost[0]} 的模型`,
        en: `Element ${lost[1]}: this diagram has no model ${lost[0]}`,
      },
      'scene',
    );
}
