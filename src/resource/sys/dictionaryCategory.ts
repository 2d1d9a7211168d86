import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { integer } from '#field/integer/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark, state } from '../common.ts';

/** A category of the dictionary: a code list with its source (specification 2 section 3: code and name). */
export const dictionaryCategory = defineResource({
  name: 'dictionaryCategory',
  area: 'sys',
  label: { zh: '字典分类', en: 'Dictionary categories' },
  idName: 'dictionaryCategoryId',
  title: 'name',
  scope: null,
  order: 'ix',
  unique: [['code']],
  screen: '/SDNSysAdmin/SDNDictionaryCategory',
  fields: {
    name: text('分类名称', 'Category', { max: 60 }),
    nameEn: nameInEnglish(),
    code: text('分类代码', 'Category code', { max: 40, pattern: /^[\w.-]+$/ }),
    source: optional(text('来源', 'Source', { max: 200 })),
    sourceEn: optional(text('英文来源', 'Source in English', { max: 200, hidden: true })),
    ix: optional(integer('排序', 'Order', { help: { zh: '留空则排在最后', en: 'Empty: the last' } })),
    state: state(),
    remark: remark(),
  },
});
