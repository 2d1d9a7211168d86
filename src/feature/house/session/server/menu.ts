import { sql } from 'kysely';
import * as z from 'zod';
import type { MenuPlace } from '#menu/menu.ts';
import { type Language, type Text, textIn } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute } from '#server/route.ts';

/** A node of the menu (specification 1 section 3, "Menu node"). */
interface MenuTree {
  readonly funId: number;
  readonly funCode: string;
  /** The code again, where the specification has it. */
  readonly data: { readonly funCode: string };
  readonly funName: string;
  /** The name in the other language: people look for a screen by either. */
  readonly otherName: string;
  readonly funType: string;
  readonly operType: string | null;
  readonly url: string | null;
  readonly className: string | null;
  readonly iconName: string | null;
  readonly place: MenuPlace | null;
  readonly children: MenuTree[];
}

type FunRow = Omit<MenuTree, 'children' | 'data' | 'funName' | 'otherName'> &
  Text & { readonly parentId: number | null };

/** The whole stored menu as a tree in order, siblings by `ix`; buttons only where they are asked for. */
export async function menuTree(db: Db, language: Language, buttons = false): Promise<MenuTree[]> {
  const { rows } = await sql<FunRow>`
    select id as "funId", fun_code as "funCode",
      fun_name as zh, fun_name_en as en,
      fun_type as "funType", oper_type as "operType", url, class_name as "className", icon_name as "iconName", place,
      parent_id as "parentId"
    from fun where ${buttons} or fun_type <> 'button' order by ix, id`.execute(db);
  const nodes = new Map(
    rows.map(({ parentId: _, zh, en, ...row }) => [
      row.funId,
      {
        ...row,
        funName: textIn({ zh, en }, language),
        otherName: language === 'zh' ? en : zh,
        data: { funCode: row.funCode },
        children: [] as MenuTree[],
      },
    ]),
  );
  const roots: MenuTree[] = [];
  for (const row of rows) {
    const node = nodes.get(row.funId);
    if (node) ((row.parentId === null ? undefined : nodes.get(row.parentId))?.children ?? roots).push(node);
  }
  return roots;
}

export const getAllMenus = defineRoute({
  method: 'GET',
  path: '/api/sys/getAllMenus',
  summary: { zh: '全部菜单', en: 'Whole menu' },
  permission: null,
  why: 'shared',
  params: z.object({}),
  example: {},
  handler: ({ trx, language }) => menuTree(trx, language),
});

export const getShiroMenus = defineRoute({
  method: 'GET',
  path: '/api/sys/getShiroMenus',
  summary: { zh: '有权限的功能代码', en: 'Permitted function codes' },
  permission: null,
  why: 'own',
  params: z.object({}),
  example: {},
  handler: async ({ caller }) => [...caller.funCodes].sort(),
});
