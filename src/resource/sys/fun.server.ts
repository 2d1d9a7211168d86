import { sql } from 'kysely';
import { badInput, conflict } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { MENU } from '#menu/menu.ts';
import type { MenuNode } from '#menu/menu.ts';
import { forgetCallers, refuseAllButOperators } from '#feature/house/session/server/slots.ts';
import type { JsonRow, Slots, Values } from '#server/resource/slot.ts';

const codesBelow = (node: MenuNode): string[] => [node.funCode, ...(node.children ?? []).flatMap(codesBelow)];

/** Function codes that screens, buttons and calls of the product ask for. */
let shipped: ReadonlySet<string> | undefined;
const isShipped = (code: unknown): boolean => (shipped ??= new Set(codesBelow(MENU))).has(String(code));

const FIXED: Readonly<Record<'funCode' | 'funType', Text>> = {
  funCode: {
    zh: '功能代码：页面、按钮与接口按此代码检查权限，不可更改',
    en: 'Function code: screens, buttons and calls ask for this code, it cannot be changed',
  },
  // Whoever holds anything below a group has the code of the group too (`codesOf`).
  funType: {
    zh: '类型：产品自带功能的类型不可更改，否则其下功能的持有者也会得到它',
    en: 'Type: that of a function of the product cannot be changed, or whoever holds what is below would have it too',
  },
};

/** Keeps of a shipped function what permissions rest on. @throws Fault 400 naming the field */
function refuseOther(before: JsonRow, values: Values): void {
  for (const [name, text] of Object.entries(FIXED))
    if (name in values && values[name] !== before[name]) throw badInput(text, name);
}

export const funSlots: Slots = {
  beforeSave: async (call, values, before) => {
    refuseAllButOperators(call);
    if (before && isShipped(before['funCode'])) refuseOther(before, values);
    const url = values['url'];
    // Menu entries lead to screens of the product; another site could pass itself off as one.
    if (typeof url === 'string' && !/^#?\/?[\w$-]+(\/[\w$:.-]+)*(\?[\w=&%.-]*)?$/.test(url))
      throw badInput(
        {
          zh: '地址：须是本平台的页面，如 /SDNMonitoring/Overview',
          en: 'Address: a screen of this platform, such as /SDNMonitoring/Overview',
        },
        'url',
      );
  },
  afterSave: async ({ trx }, row, before) => {
    forgetCallers();
    // Whoever looks after the menu may hand out what is new in it.
    if (before === null)
      await sql`update org_role set org_fun_list = org_fun_list || ${row.id}::integer
        where role_code = 'operator' and not coalesce(${row.id}::integer = any (org_fun_list), false)`.execute(
        trx,
      );
  },
  beforeDelete: async (call, row) => {
    refuseAllButOperators(call);
    if (isShipped(row['funCode']))
      throw conflict({
        zh: '产品自带的功能不能删除，可将其隐藏',
        en: 'A function of the product cannot be deleted; hide it instead',
      });
    forgetCallers();
    await sql`update org_role set org_fun_list = array_remove(org_fun_list, ${row.id}::integer)
      where ${row.id}::integer = any (org_fun_list)`.execute(call.trx);
  },
};
