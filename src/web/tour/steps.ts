import type { Text } from '#contract/text.ts';
import { resourceOf } from '#resource/index.ts';

/** One stop of the guided tour. */
export interface TourStep {
  readonly key: string;
  /** Its page, which the person's menu must have; null = whatever page is open. */
  readonly page: string | null;
  /** What of the address opens it. */
  readonly search?: Readonly<Record<string, string>>;
  /** What it points at, the first of these that is there. */
  readonly targets: readonly string[];
  readonly title: Text;
  readonly text: Text;
}

const PANEL = '#main section';
const FIGURES = '#main [data-tour="figures"]';
const LIST = '#main table';

/** The ten stops, in the order in which a new colleague would be shown around. */
export const TOUR: readonly TourStep[] = [
  {
    key: 'overview',
    page: '/SDNMonitoring/Overview',
    targets: [FIGURES, PANEL],
    title: { zh: '今天怎么样', en: 'How is today' },
    text: {
      zh: '首页一眼回答：今天花了多少、用了多少、需量离限值还有多远、单位产品用能是否超标。名称都能点开。',
      en: 'Home answers at a glance: what today cost and used, how far demand is from its limit, and whether each product took more than it should. Every name opens its page.',
    },
  },
  {
    key: 'why',
    page: '/SDNMonitoring/Overview',
    targets: [`${FIGURES} button`, FIGURES, PANEL],
    title: { zh: '这个数从哪里来', en: 'Why is this number so' },
    text: {
      zh: '点任何一个数字：旁边列出它由哪些读数算出、来自哪个来源、谁修正过、缺了多少。',
      en: 'Click any figure: beside it stand the readings it is made of, where they came from, who corrected them and what is missing.',
    },
  },
  {
    key: 'demand',
    page: '/SDNPowerAdmin/SDNDemandGuard',
    targets: [PANEL],
    title: { zh: '需量不越限', en: 'Demand within its limit' },
    text: {
      zh: '本时段结束时的需量提前预计；将越限时说明要降多少千瓦、降多久，事后判定是否避免。',
      en: 'The demand of the running window is forecast. Before it exceeds you are told how many kilowatts to shed and for how long; afterwards it is assessed.',
    },
  },
  {
    key: 'bill',
    page: '/SDNPowerAudit/SDNPowerBill',
    targets: [PANEL],
    title: { zh: '电费单与发票', en: 'The bill, on paper' },
    text: {
      zh: '按协议和电价逐项算出账单，与供电公司的发票逐行对账；“打印”给出带抬头和数据来源附录的纸质账单。',
      en: 'The bill is worked out line by line from agreement and prices, and held against the invoice of the supplier. Print lays it on paper with letterhead and an appendix of where every number comes from.',
    },
  },
  {
    key: 'import',
    page: '/SDNPowerAdmin/SDNDataInput',
    search: { view: 'import' },
    targets: ['#main [data-tour="drop"]', PANEL],
    title: { zh: '把自己的数据带进来', en: 'Bring in your own data' },
    text: {
      zh: '把任意 Excel 或 CSV 拖到这里：列的含义自动识别，写入前先看每日合计和缺口，写入后可以撤销。',
      en: 'Drop any Excel or CSV file here. What its columns mean is proposed, day totals and gaps are shown before anything is written, and it can be undone.',
    },
  },
  {
    key: 'doubt',
    page: '/SDNMonitoring/MeterRepair',
    targets: [PANEL],
    title: { zh: '可疑的数据', en: 'What is in doubt' },
    text: {
      zh: '跳变、缺数、翻转都列在这里，可以逐段修正；每次修正留下原因，可以撤销，数字自动重算。',
      en: 'Jumps, gaps and rollovers are listed here and corrected interval by interval. Every correction keeps its reason and can be undone; the figures follow by themselves.',
    },
  },
  {
    key: 'meters',
    page: resourceOf('ammeter').screen,
    targets: [LIST, PANEL],
    title: { zh: '每一块表', en: 'Every meter' },
    text: {
      zh: '全部表计：列头可筛选和排序，单元格双击即改，Excel 导入导出。点名称看它的详情。',
      en: 'All meters: filter and sort in the heads, double-click a cell to edit it, bring lists in and out by Excel. Its name opens a meter.',
    },
  },
  {
    key: 'due',
    page: '/Archive/VerificationCalendar',
    targets: [PANEL],
    title: { zh: '检定到期', en: 'Due for verification' },
    text: {
      zh: '哪些计量器具过期、哪些快到期，一目了然；登记一次检定，下次日期自动排好。',
      en: 'Which instruments are overdue and which are due soon. Enter a verification and the next date follows.',
    },
  },
  {
    key: 'find',
    page: null,
    targets: ['header [data-tour="find"]'],
    title: { zh: '用自己的话找', en: 'Find it in your own words' },
    text: {
      zh: '按 Ctrl-K，输入“换表”“打印电费单”或表名、拼音首字母，直接到达。',
      en: 'Press Ctrl-K and type “replace meter”, “print the bill” or the name of a meter: you are there.',
    },
  },
  {
    key: 'people',
    page: resourceOf('orgEmployee').screen,
    targets: [LIST, PANEL],
    title: { zh: '谁能看到什么', en: 'Who may see what' },
    text: {
      zh: '为同事开通账号，选好角色和可见的站点；谁改了什么，系统日志里都有。',
      en: 'Give colleagues accounts, with a role and the sites they may see. Who changed what stands in the system logs.',
    },
  },
];
