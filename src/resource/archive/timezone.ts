import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { FLAT_RULES, periodRules } from '#contract/periodRule.ts';
import { date } from '#field/date/contract.ts';
import { references } from '#field/references/contract.ts';
import { structure } from '#field/structure/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

/**
 * A version of a time-of-use calendar: which tariff period every quarter of an hour belongs to, from a date on. It
 * holds for the sites named, else for all sites of the enterprise that have none of their own.
 */
export const timezone = defineResource({
  name: 'timezone',
  area: 'archive',
  label: { zh: '分时时段', en: 'Time-of-use calendars' },
  idName: 'timezoneId',
  title: 'timezoneName',
  screen: '/SDNTimeConfig/SDNTimeItem',
  unique: [['consumerId', 'timezoneName', 'validFrom']],
  fields: {
    timezoneName: text('方案名称', 'Calendar', { max: 60 }),
    timezoneNameEn: secondName(),
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
    rules: structure('时段规则', 'Rules', periodRules, { initial: FLAT_RULES }),
    remark: remark(),
  },
});
