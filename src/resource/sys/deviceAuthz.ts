import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { date } from '#field/date/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { consumerId, remark, state } from '../common.ts';

/** Which account is answerable for which meter, what for and until when. */
export const deviceAuthz = defineResource({
  name: 'deviceAuthz',
  area: 'sys',
  label: { zh: '设备授权', en: 'Device authorisations' },
  idName: 'deviceAuthzId',
  title: 'employeeId',
  unique: [['employeeId', 'ammeterId', 'authzType']],
  screen: '/SDNSysAdmin/SDNDeviceAuthz',
  fields: {
    employeeId: reference('账号', 'Account', 'orgEmployee'),
    consumerId: consumerId(),
    ammeterId: reference('表计', 'Meter', 'ammeter'),
    authzType: choice(
      '授权类型',
      'Kind of authorisation',
      {
        1: { zh: '查看', en: 'Viewing' },
        2: { zh: '维护', en: 'Maintenance' },
        3: { zh: '控制', en: 'Control' },
      },
      { initial: '1' },
    ),
    validFrom: optional(date('生效日期', 'Valid from', { ahead: true })),
    validTo: optional(date('失效日期', 'Valid to', { ahead: true })),
    state: state(),
    remark: remark(),
  },
});
