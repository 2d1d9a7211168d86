import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Db } from '#server/database/db.ts';
import { initialsOf } from '#server/resource/initials.ts';
import { areaLevel, areaParents } from './code.ts';
import { shippedEntries } from './seedLists.ts';
import { PROVINCES } from './shipped/province.ts';

const SETTING = 'areaList';

/** Grows with the names in English, so that databases with the list get them too. */
const NAMES = 1;

const read = async <T>(name: string): Promise<T> =>
  JSON.parse(await readFile(new URL(import.meta.resolve(name)), 'utf8')) as T;

/**
 * Brings the administrative areas up to the list of the package `lcn` (Ministry of Civil Affairs), once a release:
 * new codes are added, names follow the list, codes of people's own and codes that ended stay.
 * @returns how many areas the list of a new release holds; 0 where it was in already
 */
export async function followAreaList(db: Db): Promise<number> {
  const { version } = await read<{ version: string }>('lcn/package.json');
  const { rows } =
    await sql`select 1 from setting where name = ${SETTING} and value @> ${JSON.stringify({ version, names: NAMES })}::jsonb`.execute(
      db,
    );
  if (rows.length > 0) return 0;
  const areas = await read<readonly { code: string; name: string }[]>('lcn/data/data.json');
  const english = new Map(shippedEntries(PROVINCES).map((one) => [one.code, one.english]));
  const codes = new Set(areas.map((area) => area.code));
  const parents = areas.map(({ code }) => areaParents(code).find((one) => codes.has(one)) ?? null);
  await db.transaction().execute(async (trx) => {
    await sql`lock table admin_area in share row exclusive mode`.execute(trx);
    await sql`insert into admin_area (area_code, area_name, area_name_en, level, _initials)
      select code, name, english, level, initials from unnest(${areas.map((a) => a.code)}::text[],
        ${areas.map((a) => a.name)}::text[], ${areas.map((a) => english.get(a.code) ?? null)}::text[], ${areas.map((a) => String(areaLevel(a.code)))}::text[],
        ${areas.map((a) => initialsOf(a.name))}::text[]) as a (code, name, english, level, initials)
      on conflict (area_code) do update set area_name = excluded.area_name, _initials = excluded._initials,
          area_name_en = coalesce(admin_area.area_name_en, excluded.area_name_en)
        where admin_area.area_name <> excluded.area_name
          or (admin_area.area_name_en is null and excluded.area_name_en is not null)`.execute(trx);
    await sql`update admin_area a set parent_id = p.id
      from unnest(${areas.map((a) => a.code)}::text[], ${parents}::text[]) as b (code, parent)
      join admin_area p on p.area_code = b.parent
      where a.area_code = b.code and a.parent_id is distinct from p.id`.execute(trx);
    const value = JSON.stringify({ package: 'lcn', version, areas: areas.length, names: NAMES });
    await sql`insert into setting (name, value) values (${SETTING}, ${value}::jsonb)
      on conflict (name) do update set value = excluded.value, changed_at = now()`.execute(trx);
  });
  return areas.length;
}
