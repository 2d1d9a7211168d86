import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { OBJECT_CATEGORIES } from '#contract/monitorType.ts';
import { choice } from '#field/choice/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, ix, remark, secondName, state } from '../common.ts';

/**
 * A node of the tree of what is monitored: a station (its site), a location in it, a piece of equipment, a group of
 * meters. Its id is an organisation id: unique over enterprises, sites, units and objects.
 */
export const monitorObject = defineResource({
  name: 'monitorObject',
  area: 'archive',
  label: { zh: '监测对象', en: 'Monitored objects' },
  idName: 'orgId',
  title: 'orgName',
  tree: 'parentId',
  orgId: true,
  order: 'orgCode',
  screen: '/SDNEquipment/SDNMonitorObject',
  unique: [['consumerId', 'orgCode']],
  fields: {
    orgName: text('对象名称', 'Object', { max: 60 }),
    orgNameEn: secondName(),
    orgCode: text('对象编号', 'Object number', { max: 40 }),
    consumerId: consumerId(),
    siteId: reference('站点', 'Site', 'monitorSite'),
    objectCategory: choice('类别', 'Category', OBJECT_CATEGORIES, { initial: '0' }),
    parentId: optional(reference('上级对象', 'Parent object', 'monitorObject')),
    monitorObjectTypeId: optional(reference('对象类型', 'Object type', 'monitorObjectType')),
    deviceId: optional(reference('设备', 'Device', 'device')),
    ammeterIdList: optional(references('表计', 'Meters', 'ammeter')),
    ix: ix(),
    state: state(),
    remark: remark(),
  },
});
