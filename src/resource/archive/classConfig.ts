import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { shiftPlan, THREE_SHIFTS } from '#contract/shiftPlan.ts';
import { date } from '#field/date/contract.ts';
import { references } from '#field/references/contract.ts';
import { structure } from '#field/structure/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/**
 * A version of the shifts of an enterprise from a date on; it holds for the sites named, else for all sites of the
 * enterprise that have no version of their own (the rule of the time-of-use calendars). `shifts` says when each shift
 * runs, and where crews take turns, which crew works which shift on which day of the cycle: see `shiftPlan.ts`. A shift
 * belongs whole to the day on which it begins, also past midnight. Nothing is stored per shift: its energy is the sum of
 * the quarters of an hour of `usage` that lie in it, in the zone of the site.
 */
export const classConfig = defineResource({
  name: 'classConfig',
  area: 'archive',
  label: { zh: '班次配置', en: 'Shifts' },
  idName: 'classConfigId',
  title: 'className',
  screen: '/SDNPowerAdmin/ClassConfig',
  unique: [['consumerId', 'className', 'validFrom']],
  fields: {
    className: text('方案名称', 'Shift plan', { max: 60 }),
    classNameEn: secondName(),
    consumerId: consumerId(),
    siteIdList: optional(
      references('适用站点', 'Sites', 'monitorSite', {
        whenEmpty: { zh: '没有单独方案的站点', en: 'Sites without their own' },
        help: {
          zh: '不选则适用于本企业没有单独方案的站点',
          en: 'None = every site of the enterprise without its own',
        },
      }),
    ),
    validFrom: date('生效日期', 'Valid from', { ahead: true }),
    shifts: structure('班次', 'Plan', shiftPlan, { initial: THREE_SHIFTS }),
    state: state(),
    remark: remark(),
  },
});
