import { sql } from 'kysely';
import * as z from 'zod';
import type { Page } from '#contract/envelope.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import { id, pageOf, paging } from '#contract/param.ts';
import { microToNumber } from '#domain/decimal/decimal.ts';
import { defineRoute } from '#server/route.ts';
import type { ChangeReason, FigureChange, RepairState } from '../contract.ts';
import { FIGURE_RULES, figureRules } from './repair.ts';
import { KIND } from './startFigureRepair.ts';

const PERMISSION = 'SDNMonitoring.FigureChange';
const AT = '/api/sdata/figureChange';

interface Row {
  readonly id: number;
  readonly consumerId: number;
  readonly consumerName: string;
  readonly ammeterId: number | null;
  readonly ammeterName: string | null;
  readonly dataType: string;
  readonly month: string;
  readonly from: Date;
  readonly beforePp: string | null;
  readonly afterPp: string | null;
  readonly beforeMd: string | null;
  readonly afterMd: string | null;
  readonly why: ChangeReason[];
}

const micro = (text: string | null): number | null => (text === null ? null : microToNumber(BigInt(text)));

const getList = defineRoute({
  method: 'GET',
  path: `${AT}/getList`,
  summary: { zh: '因规则更新而变化的数值', en: 'Figures that new rules changed' },
  permission: PERMISSION,
  params: z.object({
    consumerId: id().optional(),
    ammeterId: id().optional(),
    search: z.string().max(60).optional(),
    ...paging,
  }),
  example: { pageSize: 10 },
  handler: async ({ trx, params }): Promise<Page<FigureChange>> => {
    const page = pageOf(params);
    const all = [sql`f.why is not null`];
    if (params.consumerId !== undefined) all.push(sql`f.consumer_id = ${params.consumerId}`);
    if (params.ammeterId !== undefined) all.push(sql`f.ammeter_id = ${params.ammeterId}`);
    if (params.search) {
      const like = `%${params.search.replace(/[\\%_]/g, (c) => `\\${c}`)}%`;
      all.push(
        sql`(a.ammeter_name ilike ${like} or a.ammeter_code ilike ${like} or c.org_name ilike ${like})`,
      );
    }
    const from = sql`from figure_change f join consumer c on c.id = f.consumer_id
      left join ammeter a on a.id = f.ammeter_id left join monitor_site s on s.id = a.site_id
      where ${sql.join(all, sql` and `)}`;
    const { rows } = await sql<Row>`
      select f.id, f.consumer_id as "consumerId", shown_name(c.org_name, c.org_name_en) as "consumerName", f.ammeter_id as "ammeterId",
        shown_name(a.ammeter_name, a.ammeter_name_en) as "ammeterName", f.data_type as "dataType", f.month as from,
        to_char(f.month at time zone coalesce(s.time_zone,
          (select time_zone from monitor_site where consumer_id = f.consumer_id order by id limit 1)), 'YYYY-MM') as month,
        f.before_pp as "beforePp", f.after_pp as "afterPp", f.before_md as "beforeMd", f.after_md as "afterMd", f.why
      ${from} order by f.month desc, f.ammeter_id nulls first, f.id
      limit ${page.pageSize} offset ${(page.current - 1) * page.pageSize}`.execute(trx);
    const { rows: counts } = await sql<{ total: number }>`select count(*)::integer as total ${from}`.execute(
      trx,
    );
    return {
      list: rows.map(({ beforePp, afterPp, beforeMd, afterMd, ...row }) => ({
        ...row,
        from: row.from.getTime(),
        unit: energyTypeOf(row.dataType).unit,
        before: micro(beforePp),
        after: micro(afterPp),
        demandBefore: micro(beforeMd),
        demandAfter: micro(afterMd),
      })),
      pagination: { total: counts[0]?.total ?? 0, ...page },
    };
  },
});

const getState = defineRoute({
  method: 'GET',
  path: `${AT}/getState`,
  summary: { zh: '数值修复进度', en: 'How far the repair of figures is' },
  permission: PERMISSION,
  params: z.object({}),
  example: {},
  handler: async ({ trx, services }): Promise<RepairState> => {
    const { rows } = await sql<{ consumerId: number; done: boolean }>`
      select consumer_id as "consumerId", version >= ${FIGURE_RULES} as done from figure_rule`.execute(trx);
    const open = rows.filter((row) => !row.done).map((row) => row.consumerId);
    // A task belongs to the operator who sees it in the tray; here its progress alone is told.
    const { rows: tasks } = await sql<{ progress: number }>`
      select progress::float8 as progress from task
      where kind = ${KIND} and consumer_id = any(${open}::integer[]) and state = 'running' limit 1`.execute(
      services.system,
    );
    return {
      enterprises: rows.length,
      repaired: rows.length - open.length,
      progress: tasks[0]?.progress ?? null,
    };
  },
});

export const routes = [getList, getState];
export const taskHandlers = { [KIND]: figureRules };
