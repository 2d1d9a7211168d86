import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** A camera of a site. */
export const iVideoControl = defineResource({
  name: 'iVideoControl',
  area: 'archive',
  label: { zh: '摄像机', en: 'Cameras' },
  idName: 'iVideoControlId',
  title: 'cameraName',
  screen: '/SDNEquipment/SDNCamera',
  unique: [['consumerId', 'cameraCode']],
  fields: {
    cameraName: text('摄像机名称', 'Camera', { max: 60 }),
    cameraNameEn: secondName(),
    cameraCode: text('摄像机编号', 'Camera number', { max: 40 }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    cameraType: choice(
      '类型',
      'Kind',
      { 1: { zh: '固定', en: 'Fixed' }, 2: { zh: '云台', en: 'Pan and tilt' } },
      { initial: '1' },
    ),
    channel: integer('通道号', 'Channel', { from: 0, to: 4096, initial: 1, plain: true }),
    place: optional(text('安装位置', 'Place', { max: 120 })),
    state: state(),
    remark: remark(),
  },
});
