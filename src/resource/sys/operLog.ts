import * as z from 'zod';
import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { structure } from '#field/structure/contract.ts';
import { text } from '#field/text/contract.ts';

/** Who changed which row, from what to what. Written in the transaction of the change, never changed afterwards. */
export const operLog = defineResource({
  name: 'operLog',
  area: 'sys',
  label: { zh: '操作日志', en: 'Change log' },
  idName: 'operLogId',
  title: 'at',
  readOnly: true,
  order: '-at',
  screen: '/SDNSysAdmin/SDNOperLog',
  fields: {
    at: dateTime('时间', 'Time'),
    employeeId: optional(integer('账号编号', 'Account id', { hidden: true, plain: true })),
    userName: optional(text('登录名', 'User name')),
    consumerId: optional(reference('企业', 'Enterprise', 'org')),
    resource: text('对象', 'Object'),
    rowId: optional(integer('记录编号', 'Row', { hidden: true, plain: true })),
    action: choice('操作', 'Action', {
      add: { zh: '新建', en: 'Add' },
      edit: { zh: '编辑', en: 'Edit' },
      del: { zh: '删除', en: 'Delete' },
      send: { zh: '下发', en: 'Send' },
    }),
    before: optional(structure('变更前', 'Before', z.looseObject({}), { hidden: true })),
    after: optional(structure('变更内容', 'Change', z.looseObject({}))),
    remarks: optional(text('说明', 'Reason')),
    ip: optional(text('来源地址', 'Address')),
    importId: optional(integer('导入编号', 'Import', { hidden: true, plain: true })),
  },
});
