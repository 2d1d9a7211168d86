import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { nameInEnglish, remark } from '../common.ts';

/** A province, city or district with its code of six digits; level and parent follow from the code. */
export const adminArea = defineResource({
  name: 'adminArea',
  area: 'sys',
  label: { zh: '行政区划', en: 'Administrative areas' },
  idName: 'adminAreaId',
  title: 'areaName',
  scope: null,
  tree: 'parentId',
  order: 'areaCode',
  unique: [['areaCode']],
  screen: '/SDNSysAdmin/SDNAdminArea',
  fields: {
    areaName: text('区划名称', 'Area', { max: 60, alias: 'name' }),
    areaCode: text('区划代码', 'Area code', { max: 6, pattern: /^\d{6}$/, alias: 'code' }),
    areaNameEn: nameInEnglish(),
    parentId: optional(reference('上级区划', 'Parent area', 'adminArea')),
    level: optional(
      choice(
        '级别',
        'Level',
        {
          1: { zh: '省级', en: 'Province' },
          2: { zh: '地级', en: 'City' },
          3: { zh: '县级', en: 'District' },
        },
        { readOnly: true },
      ),
    ),
    remark: remark(),
  },
});
