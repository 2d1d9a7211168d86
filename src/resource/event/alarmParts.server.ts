import { sql } from 'kysely';
import type { AlarmFigure } from '#contract/alarmFigure.ts';
import {
  type CompositionTree,
  compositionProblem,
  mayBePart,
  type MeterPart,
  namedIn,
  rulesOf,
} from '#contract/composition.ts';
import { badInput, conflict } from '#contract/error.ts';
import { aboutField, REQUIRED } from '#contract/issue.ts';
import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { alarm } from './alarm.ts';

type Row = Readonly<Record<string, unknown>>;

const refuse = (problem: Text): never => {
  throw badInput(aboutField(alarm.fields.composition.label, problem), 'composition');
};

interface PartRow {
  readonly id: number;
  readonly name: string;
  readonly method: string;
  readonly figure: AlarmFigure | null;
}

/** Refuses a composition that cannot be judged: its shape, or a part of it. @throws Fault 400 */
export async function checkComposition(trx: Db, row: Row): Promise<void> {
  const tree = row['composition'] as CompositionTree | null | undefined;
  if (!tree) return refuse(REQUIRED);
  const problem = compositionProblem(tree);
  if (problem) return refuse(problem);
  const ids = [...new Set(rulesOf(tree))];
  const { rows } = await sql<PartRow>`
    select id, shown_name(alarm_name, alarm_name_en) as name, trigger_method as method, figure from alarm
    where id = any (${ids}::integer[]) and consumer_id = ${Number(row['consumerId'])} for share`.execute(trx);
  const missing = ids.find((id) => rows.every((one) => one.id !== id));
  if (missing !== undefined)
    refuse({ zh: `本企业没有规则 ${missing}`, en: `the enterprise has no rule ${missing}` });
  const unfit = rows.find(({ method, figure }) => !mayBePart(method, figure));
  if (unfit)
    refuse({
      zh: `“${unfit.name}”是静默规则、同类比较或组合，不能作为组成部分`,
      en: `“${unfit.name}” is about silence, compares with others of its kind, or is a composition itself; it cannot be a part`,
    });
  await checkNamed(trx, Number(row['consumerId']), namedIn(tree), rows);
}

/** The meters that parts name are of the enterprise and seen by the caller, and have values that are judged. @throws Fault 400 */
async function checkNamed(
  trx: Db,
  consumerId: number,
  named: readonly MeterPart[],
  rules: readonly PartRow[],
): Promise<void> {
  if (named.length === 0) return;
  const figure = rules.find(({ id, method }) => method === 'figure' && named.some(({ rule }) => rule === id));
  if (figure)
    refuse({
      zh: `“${figure.name}”判断小时或日的指标，只能用于组合所分配的表计`,
      en: `“${figure.name}” judges a figure of an hour or a day, which works on the meter that the composition is put to alone`,
    });
  const ids = [...new Set(named.map(({ meter }) => meter))];
  const { rows } = await sql<{ id: number; name: string; virtual: boolean }>`
    select id, shown_name(ammeter_name, ammeter_name_en) as name,
      exists (select from ammeter_sum s where s.ammeter_id = a.id) as virtual
    from ammeter a where id = any (${ids}::integer[]) and consumer_id = ${consumerId} for share`.execute(trx);
  const missing = ids.find((id) => rows.every((one) => one.id !== id));
  if (missing !== undefined)
    refuse({ zh: `本企业没有表计 ${missing}`, en: `the enterprise has no meter ${missing}` });
  const virtual = rows.find((one) => one.virtual);
  if (virtual)
    refuse({
      zh: `“${virtual.name}”是虚拟表，没有自己的读数，规则不能判断`,
      en: `“${virtual.name}” is a virtual meter: it has no readings of its own that a rule could judge`,
    });
}

/** Refuses that a rule is deleted, or becomes what no part may be, while a composition needs it. @throws Fault 409 */
export async function holdPart(trx: Db, id: number, now: Row | null, before: Row): Promise<void> {
  const fits =
    now !== null &&
    mayBePart(String(now['triggerMethod']), now['figure'] as AlarmFigure | null) &&
    now['consumerId'] === before['consumerId'];
  if (fits) return;
  const { rows } = await sql<{ name: string }>`
    select shown_name(a.alarm_name, a.alarm_name_en) as name from alarm_part p join alarm a on a.id = p.alarm_id
    where p.part_id = ${id} order by a.id limit 1`.execute(trx);
  const [whole] = rows;
  if (whole)
    throw conflict({
      zh: `告警组合“${whole.name}”用到此规则，请先从组合中移除`,
      en: `The alarm composition “${whole.name}” uses this rule; take it out of there first`,
    });
}

/** Keeps which rules a composition is made of, and which meters it names. */
export async function keepParts(trx: Db, row: Row & { readonly id: number }): Promise<void> {
  const tree = row['triggerMethod'] === 'compose' ? (row['composition'] as CompositionTree | null) : null;
  const ids = tree ? rulesOf(tree) : [];
  await sql`delete from alarm_part where alarm_id = ${row.id} and not part_id = any (${ids}::integer[])`.execute(
    trx,
  );
  if (ids.length > 0)
    await sql`insert into alarm_part (alarm_id, part_id, consumer_id)
      select distinct ${row.id}::integer, id, ${Number(row['consumerId'])}::integer from unnest(${ids}::integer[]) id
      on conflict do nothing`.execute(trx);
  const meters = tree ? namedIn(tree).map(({ meter }) => meter) : [];
  await sql`delete from alarm_part_meter where alarm_id = ${row.id} and not ammeter_id = any (${meters}::integer[])`.execute(
    trx,
  );
  if (meters.length > 0)
    await sql`insert into alarm_part_meter (alarm_id, ammeter_id, consumer_id)
      select distinct ${row.id}::integer, id, ${Number(row['consumerId'])}::integer from unnest(${meters}::integer[]) id
      on conflict do nothing`.execute(trx);
}

/** The compositions that a rule is a part of. */
export async function wholesOf(trx: Db, partId: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select alarm_id as id from alarm_part where part_id = ${partId} order by 1`.execute(trx);
  return rows.map(({ id }) => id);
}
