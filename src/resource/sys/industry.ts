import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark } from '../common.ts';

/** An industry of GB/T 4754-2017: section A, division A01, group A011, class A0111; level and parent follow from the code. */
export const industry = defineResource({
  name: 'industry',
  area: 'sys',
  label: { zh: '行业分类', en: 'Industries' },
  idName: 'industryId',
  title: 'industryName',
  scope: null,
  tree: 'parentId',
  order: 'industryCode',
  unique: [['industryCode']],
  screen: '/SDNSysAdmin/SDNIndustry',
  fields: {
    industryName: text('行业名称', 'Industry', { max: 120, alias: 'name' }),
    industryCode: text('行业代码', 'Industry code', { max: 5, pattern: /^[A-Z]\d{0,4}$/, alias: 'code' }),
    industryNameEn: nameInEnglish(120),
    parentId: optional(reference('上级行业', 'Parent industry', 'industry')),
    level: optional(
      choice(
        '级别',
        'Level',
        {
          1: { zh: '门类', en: 'Section' },
          2: { zh: '大类', en: 'Division' },
          3: { zh: '中类', en: 'Group' },
          4: { zh: '小类', en: 'Class' },
        },
        { readOnly: true },
      ),
    ),
    remark: remark(),
  },
});
