import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { text } from '#field/text/contract.ts';
import { remark, state } from '../common.ts';

/** A kind of thing that the platform deals with, known by a code (the specification names the entity only). */
export const obj = defineResource({
  name: 'obj',
  area: 'sys',
  label: { zh: '业务对象', en: 'Business objects' },
  idName: 'objId',
  title: 'objName',
  scope: null,
  unique: [['objCode']],
  screen: '/SDNSysAdmin/SDNObj',
  fields: {
    objName: text('对象名称', 'Object', { max: 60 }),
    objCode: text('对象代码', 'Object code', { max: 40, pattern: /^[\w.-]+$/ }),
    objType: optional(text('对象类别', 'Kind', { max: 40 })),
    url: optional(text('页面地址', 'Screen', { max: 200, hidden: true })),
    state: state(),
    remark: remark(),
  },
});
