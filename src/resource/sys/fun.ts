import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { OPER_TYPES } from '#contract/permission.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { remark } from '../common.ts';

/**
 * A function: a menu, a screen or a button (specification 1 section 3, menu node). Where `place` is not said, a group
 * is an entry and a screen a tab of its subject (decision 129).
 */
export const fun = defineResource({
  name: 'fun',
  area: 'sys',
  label: { zh: '功能菜单', en: 'Functions' },
  idName: 'funId',
  title: 'funName',
  scope: null,
  tree: 'parentId',
  screen: '/SDNSysAdmin/SDNMenuAdmin',
  unique: [['funCode']],
  fields: {
    funName: text('功能名称', 'Name', { max: 60 }),
    funNameEn: text('英文名称', 'Name in English', { max: 60, hidden: true }),
    funCode: text('功能代码', 'Function code', { max: 80, pattern: /^[\w.-]+$/ }),
    parentId: optional(reference('上级功能', 'Parent', 'fun')),
    funType: choice('类型', 'Type', {
      group: { zh: '菜单组', en: 'Menu group' },
      screen: { zh: '页面', en: 'Screen' },
      button: { zh: '按钮', en: 'Button' },
    }),
    operType: optional(choice('操作类型', 'Operation', OPER_TYPES, { hidden: true })),
    place: optional(
      choice('入口', 'Reached by', {
        menu: { zh: '菜单项', en: 'Menu entry' },
        tab: { zh: '页签', en: 'Tab of its subject' },
        search: { zh: '仅查找', en: 'Find alone' },
      }),
    ),
    url: optional(text('地址', 'Address', { max: 200 })),
    className: optional(
      text('样式', 'Class', { max: 30, help: { zh: 'hide 表示隐藏', en: 'hide = hidden' } }),
    ),
    iconName: optional(text('图标', 'Icon', { max: 30 })),
    ix: integer('排序', 'Order', { initial: 0 }),
    remark: remark(),
  },
});
