import { defineResource } from '#contract/define.ts';
import { optional } from '#contract/field.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { decimal } from '#field/decimal/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { reference } from '#field/reference/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark } from '../common.ts';

const register = (zh: string, en: string) =>
  optional(decimal(zh, en, { from: 0, to: 1e12, decimals: 4, hidden: true }));

const ratio = (zh: string, en: string) =>
  optional(
    decimal(zh, en, {
      from: 0.000001,
      to: 1_000_000,
      decimals: 6,
      hidden: true,
      help: { zh: '留空则与更换前相同', en: 'Empty: as before' },
    }),
  );

/** Replacements of meters (tab 17): what was taken out, what was put in; with registers it enters the meter's ledger. */
export const gaugeReplaceConfigure = defineResource({
  name: 'gaugeReplaceConfigure',
  area: 'yunshui',
  label: { zh: '计量器具更换', en: 'Instrument replacements' },
  idName: 'gaugeReplaceConfigureId',
  title: 'installSerNo',
  order: '-installTime',
  unique: [['consumerId', 'installSerNo', 'installTime']],
  screen: '/Archive/gaugeReplaceConfigure',
  fields: {
    replacedSerno: text('原出厂编号', 'Old serial number', { max: 30 }),
    consumerId: consumerId(),
    replacedManageNo: text('原管理编号', 'Management number taken out', { max: 30 }),
    replacedBarCode: optional(text('原条形码', 'Bar code taken out', { max: 30, hidden: true })),
    installSerNo: text('新出厂编号', 'New serial number', { max: 30 }),
    installManageNo: text('新管理编号', 'Management number put in', { max: 30 }),
    installBarCode: optional(text('新条形码', 'Bar code put in', { max: 30, hidden: true })),
    installTime: dateTime('更换时间', 'Replaced at'),
    replacedRegister: register('拆下时示数', 'Register taken out'),
    installRegister: register('装上时示数', 'Register put in'),
    ct: ratio('新电流互感器变比', 'New current transformer ratio'),
    pt: ratio('新电压互感器变比', 'New voltage transformer ratio'),
    registerWidth: optional(
      integer('新表整数位数', 'Digits of the new register', { from: 1, to: 12, hidden: true }),
    ),
    gaugeId: optional(reference('计量器具', 'Meter', 'gaugeConfigure', { readOnly: true, hidden: true })),
    ledgerId: optional(integer('履历编号', 'Entry of the ledger', { readOnly: true, hidden: true })),
    remark: remark(),
  },
});
