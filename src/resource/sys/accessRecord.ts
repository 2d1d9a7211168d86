import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { flag } from '#field/flag/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';

/** Who called what from where, and whether it was let in (specification 2 section 3: log). No parameters, so no secrets. */
export const accessRecord = defineResource({
  name: 'accessRecord',
  area: 'sys',
  label: { zh: '访问记录', en: 'Access record' },
  idName: 'accessRecordId',
  title: 'at',
  readOnly: true,
  order: '-at',
  screen: '/SDNSysAdmin/SDNAccessRecord',
  fields: {
    at: dateTime('时间', 'Time', { alias: 'openDate' }),
    employeeId: optional(integer('账号编号', 'Account id', { hidden: true, plain: true })),
    userName: optional(text('登录名', 'User name')),
    consumerId: optional(reference('企业', 'Enterprise', 'org', { alias: 'orgId' })),
    appCode: optional(text('应用', 'App', { hidden: true })),
    logType: choice('类型', 'Kind', {
      1: { zh: '登录', en: 'Log-in' },
      2: { zh: '退出', en: 'Log-out' },
      3: { zh: '操作', en: 'Operation' },
      4: { zh: '下载', en: 'Download' },
    }),
    className: text('模块', 'Module'),
    method: text('方法', 'Call'),
    isVerifyRight: flag('已校验权限', 'Permission checked', { hidden: true }),
    state: choice('结果', 'Result', {
      1: { zh: '成功', en: 'Success' },
      0: { zh: '失败', en: 'Failure' },
    }),
    code: integer('返回码', 'Code', { hidden: true }),
    duration: integer('耗时', 'Duration', { unit: 'ms', hidden: true }),
    message: optional(text('信息', 'Message')),
    ip: optional(text('来源地址', 'Address')),
  },
});
