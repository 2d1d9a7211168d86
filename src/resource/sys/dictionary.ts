import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark, state } from '../common.ts';

/** An entry of a code list. Entries out of use stay for the rows that hold them and are offered no more. */
export const dictionary = defineResource({
  name: 'dictionary',
  area: 'sys',
  label: { zh: '字典条目', en: 'Dictionary entries' },
  idName: 'dictionaryId',
  title: 'name',
  scope: null,
  order: 'categoryId',
  thenBy: 'ix',
  unique: [['categoryId', 'code']],
  screen: '/SDNSysAdmin/SDNDictionaryEntry',
  fields: {
    name: text('名称', 'Name', { max: 120 }),
    code: text('代码', 'Code', { max: 40, pattern: /^[\w.-]+$/ }),
    categoryId: reference('分类', 'Category', 'dictionaryCategory'),
    nameEn: nameInEnglish(120),
    parentCode: optional(text('上级代码', 'Parent code', { max: 40, hidden: true })),
    unit: optional(text('计量单位', 'Unit', { max: 20, hidden: true })),
    ix: optional(integer('排序', 'Order', { help: { zh: '留空则排在最后', en: 'Empty: the last' } })),
    state: state(),
    remark: remark(),
  },
});
