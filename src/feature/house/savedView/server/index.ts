import { sql } from 'kysely';
import * as z from 'zod';
import { conflict, Fault, noSuchRow } from '#contract/error.ts';
import { id, yesNo } from '#contract/param.ts';
import type { Db } from '#server/database/db.ts';
import { type Caller, defineRoute, type Route } from '#server/route.ts';
import { MOST_OWN, MOST_SHARED, type SavedView } from '../contract.ts';
import { name, screen, settings } from './params.ts';

/** A view that the caller may see: an own one, or one that its enterprise shares. */
interface Seen {
  readonly id: number;
  readonly consumerId: number;
  readonly screen: string;
  readonly shared: boolean;
  readonly own: boolean;
  readonly owner: string;
}

async function seen(trx: Db, caller: Caller, viewId: number): Promise<Seen> {
  const { rows } = await sql<Seen>`
    select v.id, v.consumer_id as "consumerId", v.screen, v.shared, v.employee_id = ${caller.employeeId} as own,
      shown_name(v.owner, account_name_en(v.employee_id, v.owner)) as owner
    from saved_view v where v.id = ${viewId} and (v.shared or v.employee_id = ${caller.employeeId})`.execute(
    trx,
  );
  const view = rows[0];
  if (!view) throw noSuchRow();
  return view;
}

/** The same, where the caller may change it: it is the caller's own. */
async function owned(trx: Db, caller: Caller, viewId: number): Promise<Seen> {
  const view = await seen(trx, caller, viewId);
  if (view.own) return view;
  throw new Fault(403, {
    zh: `该视图由${view.owner}共享，只有本人可以修改；可另存为自己的视图`,
    en: `This view is shared by ${view.owner}, who alone can change it; save it as one of your own`,
  });
}

/** One at a time for a person or an enterprise and a screen: names stay unique and the most is kept. */
async function roomFor(
  trx: Db,
  caller: Caller,
  { consumerId, screen: of, name: called, shared }: Omit<Seen, 'id' | 'own' | 'owner'> & { name: string },
  except: number | null,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`saved_view ${consumerId} ${of}`}, 0))`.execute(
    trx,
  );
  const { rows } = await sql<{ own: number; shared: number; taken: boolean }>`
    select count(*) filter (where employee_id = ${caller.employeeId})::integer as own,
      count(*) filter (where shared)::integer as shared,
      coalesce(bool_or(employee_id = ${caller.employeeId} and name = ${called}), false) as taken
    from saved_view where consumer_id = ${consumerId} and screen = ${of}
      and id is distinct from ${except}::integer`.execute(trx);
  const there = rows[0] ?? { own: 0, shared: 0, taken: false };
  if (there.taken)
    throw conflict(
      { zh: `已有名为“${called}”的视图`, en: `There is already a view called “${called}”` },
      'name',
    );
  if (there.own >= MOST_OWN)
    throw conflict({
      zh: `每个页面最多保存 ${MOST_OWN} 个视图，请先删除不用的`,
      en: `At most ${MOST_OWN} views of a screen can be kept, delete one first`,
    });
  if (shared && there.shared >= MOST_SHARED)
    throw conflict(
      {
        zh: `每个页面最多共享 ${MOST_SHARED} 个视图`,
        en: `At most ${MOST_SHARED} views of a screen can be shared`,
      },
      'shared',
    );
}

async function makeDefault(trx: Db, caller: Caller, consumerId: number, of: string, viewId: number | null) {
  if (viewId === null)
    await sql`delete from saved_view_default where employee_id = ${caller.employeeId}
      and consumer_id = ${consumerId} and screen = ${of}`.execute(trx);
  else
    await sql`insert into saved_view_default (employee_id, consumer_id, screen, view_id)
      values (${caller.employeeId}, ${consumerId}, ${of}, ${viewId})
      on conflict (employee_id, consumer_id, screen) do update set view_id = excluded.view_id`.execute(trx);
}

/** The caller's views of a screen, then those that the enterprise shares; both are few by rule. */
const getList = defineRoute({
  method: 'GET',
  path: '/api/analysis/savedView/getList',
  summary: { zh: '保存的视图：列表', en: 'Saved views of a screen' },
  permission: null,
  why: 'scope',
  params: z.object({ consumerId: id(), screen: screen() }),
  example: { consumerId: 1001, screen: 'energy' },
  handler: async ({ trx, caller, params }): Promise<SavedView[]> => {
    const { rows } = await sql<SavedView>`
      select v.id, v.name, v.shared, v.employee_id = ${caller.employeeId} as own, 
        shown_name(v.owner, account_name_en(v.employee_id, v.owner)) as owner,
        d.view_id is not null as "isDefault", v.settings
      from saved_view v left join saved_view_default d
        on d.view_id = v.id and d.employee_id = ${caller.employeeId}
      where v.consumer_id = ${params.consumerId} and v.screen = ${params.screen}
        and (v.shared or v.employee_id = ${caller.employeeId})
      order by own desc, v.name, v.id`.execute(trx);
    return rows;
  },
});

const add = defineRoute({
  method: 'POST',
  path: '/api/analysis/savedView/add',
  summary: { zh: '保存的视图：保存当前设置', en: 'Keep settings of a screen as a view' },
  permission: null,
  why: 'scope',
  params: z.object({
    consumerId: id(),
    screen: screen(),
    name: name(),
    settings: settings(),
    shared: yesNo().default(false),
    isDefault: yesNo().default(false),
  }),
  example: { consumerId: 1001, screen: 'energy', name: '上月', settings: '{"span":"lastMonth"}' },
  handler: async ({ trx, caller, params }) => {
    const { consumerId, screen: of, shared } = params;
    const { rows: visible } = await sql`select id from consumer where id = ${consumerId}`.execute(trx);
    if (!visible[0]) throw noSuchRow();
    await roomFor(trx, caller, params, null);
    const { rows } = await sql<{ id: number }>`
      insert into saved_view (consumer_id, employee_id, owner, screen, name, shared, settings)
      values (${consumerId}, ${caller.employeeId}, ${caller.name}, ${of}, ${params.name}, ${shared},
        ${JSON.stringify(params.settings)}::jsonb) returning id`.execute(trx);
    const viewId = rows[0]?.id ?? 0;
    if (params.isDefault) await makeDefault(trx, caller, consumerId, of, viewId);
    return { id: viewId };
  },
});

const edit = defineRoute({
  method: 'POST',
  path: '/api/analysis/savedView/edit',
  summary: { zh: '保存的视图：改名、覆盖、共享', en: 'Rename, overwrite or share a view' },
  permission: null,
  why: 'scope',
  params: z.object({
    id: id(),
    name: name().optional(),
    settings: settings().optional(),
    shared: yesNo().optional(),
  }),
  example: { id: 1, name: '上月用电' },
  handler: async ({ trx, caller, params }) => {
    const view = await owned(trx, caller, params.id);
    const { rows } = await sql<{ name: string }>`select name from saved_view where id = ${view.id}`.execute(
      trx,
    );
    const next = { ...view, name: params.name ?? rows[0]?.name ?? '', shared: params.shared ?? view.shared };
    await roomFor(trx, caller, next, view.id);
    await sql`update saved_view set name = ${next.name}, shared = ${next.shared},
      settings = coalesce(${params.settings === undefined ? null : JSON.stringify(params.settings)}::jsonb, settings),
      edited_at = now() where id = ${view.id}`.execute(trx);
    // What others no longer see no longer opens for them.
    if (!next.shared)
      await sql`delete from saved_view_default where view_id = ${view.id}
        and employee_id <> ${caller.employeeId}`.execute(trx);
    return { id: view.id };
  },
});

const del = defineRoute({
  method: 'POST',
  path: '/api/analysis/savedView/del',
  summary: { zh: '保存的视图：删除', en: 'Delete a view' },
  permission: null,
  why: 'scope',
  params: z.object({ id: id() }),
  example: { id: 1 },
  handler: async ({ trx, caller, params }) => {
    const view = await owned(trx, caller, params.id);
    await sql`delete from saved_view where id = ${view.id}`.execute(trx);
    return { id: view.id };
  },
});

const setDefault = defineRoute({
  method: 'POST',
  path: '/api/analysis/savedView/setDefault',
  summary: {
    zh: '保存的视图：设为或取消页面的默认视图',
    en: 'Let a screen open with a view for the caller, or no longer',
  },
  permission: null,
  why: 'scope',
  params: z.object({ id: id(), isDefault: yesNo() }),
  example: { id: 1, isDefault: '1' },
  handler: async ({ trx, caller, params }) => {
    const view = await seen(trx, caller, params.id);
    await makeDefault(trx, caller, view.consumerId, view.screen, params.isDefault ? view.id : null);
    return { id: view.id };
  },
});

export const routes: readonly Route[] = [getList, add, edit, del, setDefault];
