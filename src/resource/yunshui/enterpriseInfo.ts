import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { choice } from '#field/choice/contract.ts';
import { code } from '#field/code/contract.ts';
import { date } from '#field/date/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName } from '../common.ts';

const NO_OR_YES = { 0: { zh: '否', en: 'No' }, 1: { zh: '是', en: 'Yes' } };
const NUMBER = /^[+\d][\d\s()-]{4,19}$/;

/** How an enterprise is registered with the regulator's platform (tab 0): one row each. */
export const enterpriseInfo = defineResource({
  name: 'enterpriseInfo',
  area: 'yunshui',
  also: ['hunan'],
  label: { zh: '企业注册信息', en: 'Enterprise registration' },
  idName: 'enterpriseInfoId',
  title: 'cmpName',
  unique: [['consumerId']],
  screen: '/Archive/enterpriseInfo',
  fields: {
    cmpName: text('企业名称', 'Name of the enterprise', { max: 30 }),
    cmpNameEn: secondName(),
    consumerId: consumerId(),
    enterpriseCode: text('统一社会信用代码', 'Unified social credit code', {
      max: 18,
      pattern: /^[0-9A-HJ-NPQRTUWXY]{18}$/,
    }),
    corporationName: text('法定代表人', 'Legal representative', { max: 20 }),
    typeCode: code('企业类型', 'Enterprise type', 'enteType', { max: 3 }),
    industryCode: code(
      '所属行业',
      'Industry',
      [{ resource: 'industry', code: ['industryCode'], name: 'industryName' }],
      { max: 10 },
    ),
    regionCode: code(
      '所在区划',
      'Administrative area',
      [{ resource: 'adminArea', code: ['areaCode'], name: 'areaName' }],
      { max: 6 },
    ),
    fieldCode: text('所属领域', 'Field', { max: 3, pattern: /^[\w.-]+$/ }),
    energyConsumeLevel: choice('企业耗能级别', 'Consumption level', {
      1: { zh: '5 千吨标准煤以下', en: 'Below 5,000 tce' },
      2: { zh: '5 千至 1 万吨', en: '5,000 to 10,000 tce' },
      3: { zh: '1 万至 10 万吨', en: '10,000 to 100,000 tce' },
      4: { zh: '10 万至 50 万吨', en: '100,000 to 500,000 tce' },
      5: { zh: '50 万至 300 万吨', en: '500,000 to 3,000,000 tce' },
      6: { zh: '300 万吨以上', en: 'Above 3,000,000 tce' },
    }),
    address: text('通信地址', 'Address', { max: 50 }),
    zipCode: text('邮政编码', 'Postal code', { max: 6, pattern: /^\d{6}$/ }),
    phone: text('联系电话', 'Telephone', { max: 13, pattern: NUMBER }),
    fax: text('传真', 'Fax', { max: 13, pattern: NUMBER }),
    email: text('电子邮箱', 'E-mail', { max: 30, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/ }),
    url: optional(text('网址', 'Web site', { max: 30, hidden: true })),
    registerAddress: text('注册地址', 'Registered address', { max: 50, hidden: true }),
    registerDate: date('注册日期', 'Registered on', { hidden: true }),
    registerPrincipal: text('注册资本（万元）', 'Registered capital (10,000 yuan)', {
      max: 10,
      hidden: true,
    }),
    productionLine: text('生产线', 'Production lines', { max: 255, hidden: true }),
    leadingProduct: text('主导产品', 'Leading products', { max: 100, hidden: true }),
    longitude: decimal('经度', 'Longitude', { from: -180, to: 180, decimals: 6, unit: '°', hidden: true }),
    latitude: decimal('纬度', 'Latitude', { from: -90, to: 90, decimals: 6, unit: '°', hidden: true }),
    center: choice('是否央企', 'Central state-owned enterprise', NO_OR_YES, { initial: '0', hidden: true }),
    groupName: optional(text('所属集团', 'Group', { max: 50, hidden: true })),
    groupAddress: optional(text('集团地址', 'Address of the group', { max: 50, hidden: true })),
    jgzh: choice('是否能源加工转换企业', 'Converts energy', NO_OR_YES, { initial: '0', hidden: true }),
    isorg: choice('是否公共机构', 'Public institution', NO_OR_YES, { initial: '0', hidden: true }),
    orgType: optional(
      choice(
        '公共机构类型',
        'Kind of public institution',
        {
          '01': { zh: '国家机关', en: 'State organ' },
          '021': { zh: '事业单位：教育', en: 'Institution: education' },
          '022': { zh: '事业单位：科技', en: 'Institution: science' },
          '023': { zh: '事业单位：文化', en: 'Institution: culture' },
          '024': { zh: '事业单位：卫生', en: 'Institution: health' },
          '025': { zh: '事业单位：体育', en: 'Institution: sport' },
          '026': { zh: '事业单位：其他', en: 'Institution: other' },
          '03': { zh: '团体组织', en: 'Association' },
        },
        { hidden: true },
      ),
    ),
    orgCode: optional(text('组织机构代码', 'Organisation code', { max: 9, hidden: true })),
    license: optional(reference('营业执照', 'Business licence', 'fileRecord', { hidden: true })),
    remark: remark(),
  },
});
