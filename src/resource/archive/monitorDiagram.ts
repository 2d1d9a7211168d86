import { defineResource } from '#contract/define.ts';
import { DIAGRAM } from '#contract/diagram.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, ix, remark, secondName, state } from '../common.ts';

/** A diagram of a system of a site. */
export const monitorDiagram = defineResource({
  ...DIAGRAM,
  label: { zh: '监测图', en: 'Diagrams' },
  idName: 'monitorDiagramId',
  title: 'diagramName',
  order: 'ix',
  unique: [['siteId', 'diagramName']],
  fields: {
    diagramName: text('图名', 'Diagram', { max: 60 }),
    diagramNameEn: secondName(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    consumerId: consumerId(),
    monitorSysType: choice(
      '监测系统',
      'System',
      {
        1: { zh: '供配电', en: 'Power distribution' },
        2: { zh: '给排水', en: 'Water' },
        3: { zh: '暖通空调', en: 'Heating and cooling' },
        4: { zh: '压缩空气', en: 'Compressed air' },
        5: { zh: '燃气', en: 'Gas' },
        6: { zh: '蒸汽', en: 'Steam' },
        9: { zh: '其他', en: 'Other' },
      },
      { initial: '1' },
    ),
    panelType: choice(
      '画面类型',
      'Kind of picture',
      {
        1: { zh: '二维图', en: 'Flat' },
        2: { zh: '三维图', en: 'Three-dimensional' },
        3: { zh: '数据面板', en: 'Panel of figures' },
      },
      { initial: '1' },
    ),
    diagramUrl: optional(
      text('画面地址', 'Address', { max: 255, hidden: true, pattern: /^(?!\s*javascript:)[\w./:?&=%#-]+$/i }),
    ),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});
