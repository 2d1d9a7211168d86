import { defineResource } from '#contract/define.ts';
import { energyTypeOptions, ENERGY } from '#contract/energyType.ts';
import { optional } from '#contract/field.ts';
import type { Text } from '#contract/text.ts';
import { choice } from '#field/choice/contract.ts';
import { choices } from '#field/choices/contract.ts';
import { date } from '#field/date/contract.ts';
import { dateTime } from '#field/dateTime/contract.ts';
import { integer } from '#field/integer/contract.ts';
import { references } from '#field/references/contract.ts';
import { text } from '#field/text/contract.ts';
import { consumerId, remark, secondName, state } from '../common.ts';

/** What a display board may show; each is one answer of the overview. */
const BOARD_FIGURES = {
  day: { zh: '今日用能', en: 'Energy today' },
  month: { zh: '本月用能', en: 'Energy this month' },
  year: { zh: '本年用能', en: 'Energy this year' },
  peak: { zh: '最大需量', en: 'Peak demand' },
  hours: { zh: '今日分时', en: 'Today by hour' },
  monthDays: { zh: '本月逐日', en: 'Month by day' },
  yearMonths: { zh: '本年逐月', en: 'Year by month' },
  devices: { zh: '设备排行', en: 'Ranking of devices' },
} as const satisfies Readonly<Record<string, Text>>;
export type BoardFigure = keyof typeof BOARD_FIGURES;

/** A public board of chosen figures and pictures of one enterprise; whoever has its token sees these and nothing else. */
export const displayBoard = defineResource({
  name: 'displayBoard',
  area: 'sys',
  label: { zh: '展示屏', en: 'Display boards' },
  idName: 'boardId',
  title: 'boardName',
  screen: '/SDNMonitoring/SDNDisplayBoard',
  unique: [['consumerId', 'boardName']],
  fields: {
    boardName: text('名称', 'Name', { max: 60 }),
    boardNameEn: secondName(),
    consumerId: consumerId(),
    dataType: choice('能源', 'Energy', energyTypeOptions, { initial: ENERGY.electricity }),
    figures: optional(
      choices('展示指标', 'Figures shown', BOARD_FIGURES, {
        help: { zh: '持有链接的任何人可见', en: 'Anybody who has the link sees them' },
      }),
    ),
    pictures: optional(
      references('展示画面', 'Pictures shown', 'monitorDiagram', {
        help: {
          zh: '已发布的二维监测图，轮流全屏展示；必须填写到期日',
          en: 'Published flat diagrams, one after the other; an expiry is needed',
        },
      }),
    ),
    turnSeconds: integer('轮播间隔', 'Seconds a page', { from: 5, to: 3600, unit: 's', initial: 20 }),
    expiredTime: optional(date('到期日', 'Expires', { ahead: true })),
    state: state(),
    seenAt: optional(dateTime('最近展示', 'Last shown', { readOnly: true })),
    remark: remark(),
  },
});
