import { sql } from 'kysely';
import type { Scene } from '#contract/scene/scene.ts';
import { isSpace } from '#contract/scene/space.ts';
import { anonymous } from '#domain/scene/anonymous.ts';
import type { Db } from '#server/database/db.ts';
import type { SceneAnswer, ValuesAnswer } from '../contract.ts';
import { sceneAnswer } from './diagrams.ts';
import { valuesOf } from './values.ts';

/** A published picture with what it tells now, without a word of which rows stand behind it. */
interface BarePicture {
  readonly name: string;
  readonly timeZone: string;
  /** Null = none is published. */
  readonly no: number | null;
  readonly scene: Scene | null;
  readonly names: SceneAnswer['names'];
  readonly values: ValuesAnswer;
}

/** What some diagrams are called, in their order; one that is gone is an empty name. */
export async function namesOfPictures(trx: Db, ids: readonly number[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ name: string | null }>`
    select shown_name(d.diagram_name, d.diagram_name_en) as name
    from unnest(${ids}::integer[]) with ordinality w (id, place) left join monitor_diagram d on d.id = w.id
    order by w.place`.execute(trx);
  return rows.map(({ name }) => name ?? '');
}

/** The published flat picture of a diagram for whoever may see it and nothing else. @param now ms @throws Fault 404 */
export async function barePicture(trx: Db, id: number, now: number): Promise<BarePicture> {
  const { diagram, version, scene, names } = await sceneAnswer(trx, id, { published: true });
  const head = { name: diagram.diagramName, timeZone: diagram.timeZone };
  if (!scene || !version || isSpace(scene))
    return { ...head, no: null, scene: null, names: [], values: { at: now, values: [], curves: [] } };
  const told = await valuesOf(trx, scene, now, now);
  const { scene: bare, keys, meters, named } = anonymous(scene);
  const again = <T extends { readonly key: string }>(list: readonly T[]): T[] =>
    list.flatMap((one) => {
      const key = keys.get(one.key);
      return key === undefined ? [] : [{ ...one, key }];
    });
  return {
    ...head,
    no: version.no,
    scene: bare,
    names: names.flatMap(({ ammeterId, code, name }) => {
      const [number, shown] = [meters.get(ammeterId), named.get(ammeterId)];
      if (number === undefined || !shown) return [];
      return [{ ammeterId: number, code: shown.code ? code : '', name: shown.name ? name : '' }];
    }),
    values: { at: now, values: again(told.values), curves: again(told.curves) },
  };
}
