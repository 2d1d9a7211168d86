import { defineResource } from '#contract/define.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { ix, remark, state } from '../common.ts';

/** A drawing symbol for the objects of a type; its values are `graphEntityParam`. */
export const graphEntity = defineResource({
  name: 'graphEntity',
  area: 'archive',
  label: { zh: '图元', en: 'Drawing symbols' },
  idName: 'graphEntityId',
  title: 'entityName',
  scope: null,
  screen: '/SDNBaseConfig/SDNGraphEntity',
  unique: [['monitorObjectTypeId', 'entityName']],
  fields: {
    entityName: text('图元名称', 'Symbol', { max: 60 }),
    entityUrl: text('图元地址', 'Address', {
      max: 255,
      pattern: /^(?!\s*javascript:)[\w./:?&=%#-]+$/i,
      help: {
        zh: '符号文件的路径，如 symbols/meter.json',
        en: 'Path of the drawing, such as symbols/meter.json',
      },
    }),
    monitorObjectTypeId: reference('对象类型', 'Object type', 'monitorObjectType', {
      alias: 'monitorObjectType',
    }),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});
