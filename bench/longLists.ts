import { utcDate } from '#domain/time/date.ts';

/** A list as an enterprise keeps it, and pages of it as a person asks for them: any page, any filter, any order. */
export interface LongList {
  readonly title: string;
  /** Path of its calls. */
  readonly path: string;
  /** The first line of its file, in the template's words. */
  readonly head: string;
  readonly line: (i: number) => string;
  /** Pages of 50 by name: what is asked the i-th time. */
  readonly pages: Readonly<Record<string, (i: number) => object>>;
}

export const ROWS = 100_000;

const pumps = ['水泵', '风机', '空压机', '照明', '炼钢炉', '轧机', '冷却塔', '办公楼'];
const number = (i: number, length = 6): string => String(i).padStart(length, '0');
const day = (year: number, i: number): string => utcDate(Date.UTC(year, 0, 1 + (i % 700)));

/** Meters whose values arrive. */
const ammeter: LongList = {
  title: 'Meters',
  path: '/api/archive/ammeter',
  head: '表计名称,表计编号,站点,表计类型,能源类型,额定功率 (kW),备注',
  line: (i) =>
    `${pumps[i % pumps.length]} ${i},M-${number(i)},厂区,电表,电,${(i * 7) % 900},第 ${i % 97} 车间`,
  pages: {
    'a page': (i) => ({ current: 1 + i * 13, pageSize: 50 }),
    'the last pages': (i) => ({ current: ROWS / 50 - i, pageSize: 50 }),
    'sorted by name': (i) => ({
      current: 1 + i,
      pageSize: 50,
      sorter: { field: 'ammeterName', order: 'ascend' },
    }),
    'sorted by power': (i) => ({
      current: 1 + i,
      pageSize: 50,
      sorter: { field: 'ratedPower', order: 'descend' },
    }),
    'sorted by power, the middle': (i) => ({
      current: 900 + i,
      pageSize: 50,
      sorter: { field: 'ratedPower', order: 'descend' },
    }),
    'sorted by state, the middle': (i) => ({
      current: 900 + i,
      pageSize: 50,
      sorter: { field: 'state', order: 'ascend' },
    }),
    'sorted by remark, the middle': (i) => ({
      current: 900 + i,
      pageSize: 50,
      sorter: { field: 'remark', order: 'descend' },
    }),
    'search by a part of the name': (i) => ({ current: 1, pageSize: 50, search: `炉 ${i}` }),
    'search by pinyin initials': (i) => ({ current: 1, pageSize: 50, search: `kyj ${i}` }),
    'search that finds most': (i) => ({ current: 1 + i, pageSize: 50, search: `${i % 10}` }),
    'search that finds most, sorted by name': (i) => ({
      current: 1 + i,
      pageSize: 50,
      search: `${i % 10}`,
      sorter: { field: 'ammeterName', order: 'descend' },
    }),
    'search that finds most, sorted by name, the middle': (i) => ({
      current: 400 + i,
      pageSize: 50,
      search: `${i % 10}`,
      sorter: { field: 'ammeterName', order: 'ascend' },
    }),
    'search that finds most, sorted by code backwards, the middle': (i) => ({
      current: 300 + i * 10,
      pageSize: 50,
      search: `${i % 10}`,
      sorter: { field: 'ammeterCode', order: 'descend' },
    }),
    'filter by a part of the code': (i) => ({
      current: 1,
      pageSize: 50,
      filters: [{ field: 'ammeterCode', op: 'contains', value: `0${i}7` }],
    }),
    'filter by power, sorted by remark': (i) => ({
      current: 1,
      pageSize: 50,
      filters: [{ field: 'ratedPower', op: 'gt', value: i * 20 }],
      sorter: { field: 'remark', order: 'ascend' },
    }),
    'filter by state, sorted by remark, the middle': (i) => ({
      current: 900 + i,
      pageSize: 50,
      filters: [{ field: 'state', op: 'eq', value: '1' }],
      sorter: { field: 'remark', order: 'ascend' },
    }),
    'filter by power, sorted by name, the middle': (i) => ({
      current: 300 + i * 10,
      pageSize: 50,
      filters: [{ field: 'ratedPower', op: 'gt', value: 100 + i * 4 }],
      sorter: { field: 'ammeterName', order: 'descend' },
    }),
    'three conditions, sorted by power': (i) => ({
      current: 1 + i,
      pageSize: 50,
      search: `${i % 10}`,
      filters: [
        { field: 'ammeterName', op: 'contains', value: '机' },
        { field: 'ratedPower', op: 'gt', value: i * 10 },
      ],
      sorter: { field: 'ratedPower', order: 'descend' },
    }),
  },
};

/** Meters as they are audited: the widest list of the archive. */
const gauge: LongList = {
  title: 'Instruments',
  path: '/api/yunshui/gaugeConfigure',
  head: '器具名称,出厂编号,管理编号,器具类型,计量级别,计量对象类别,计量参数,数据采集项,上报算法,上报比例,生产厂家,规格型号,准确度等级,测量范围,检定状态,检定周期（月）,最近检定日期,检定机构,安装地点,安装方,安装日期,接入系统,当前状态,备注',
  line: (i) =>
    [
      `${pumps[i % pumps.length]} ${i}`,
      `SN${number((i * 7919) % 1_000_003, 7)}`,
      `GL-${i % 1000}`,
      '15260500',
      1 + (i % 3),
      '02',
      '3300',
      '0000000002330020',
      '加',
      1 + (i % 5) / 4,
      ['威胜集团', '海兴电力', '宁波三星', '江苏林洋'][i % 4],
      `DTSD341-${i % 30}`,
      ['0.5S', '0.2S', '1', '2'][i % 4],
      `0–${(i % 50) * 10} A`,
      '合格',
      12,
      day(2024, i),
      '省计量科学研究院',
      `第 ${i % 97} 车间`,
      '用能单位',
      day(2020, i),
      '01',
      '正常',
      i % 3 === 0 ? `备注 ${i}` : '',
    ].join(','),
  pages: {
    'a page': (i) => ({ current: 1 + i * 13, pageSize: 50 }),
    'sorted by name, the middle': (i) => ({
      current: 900 + i,
      pageSize: 50,
      sorter: { field: 'meterName', order: 'descend' },
    }),
    'search by a part of the name': (i) => ({ current: 1, pageSize: 50, search: `炉 ${i}` }),
    'search that finds most': (i) => ({ current: 1 + i, pageSize: 50, search: `${i % 10}` }),
    'search that finds most, sorted by name, the middle': (i) => ({
      current: 400 + i,
      pageSize: 50,
      search: `${i % 10}`,
      sorter: { field: 'meterName', order: 'ascend' },
    }),
    'search that finds most, sorted by place, the middle': (i) => ({
      current: 400 + i,
      pageSize: 50,
      search: `${i % 10}`,
      sorter: { field: 'location', order: 'ascend' },
    }),
    'search that finds most, sorted by share, the middle': (i) => ({
      current: 400 + i,
      pageSize: 50,
      search: `${i % 10}`,
      sorter: { field: 'reportRatio', order: 'ascend' },
    }),
    'filter by a part of the remark': (i) => ({
      current: 1,
      pageSize: 50,
      filters: [{ field: 'remark', op: 'contains', value: `${i}` }],
    }),
    'filter by last verification, sorted by the next': (i) => ({
      current: 1 + i,
      pageSize: 50,
      filters: [{ field: 'lastAlignDate', op: 'gt', value: `2024-0${1 + (i % 9)}-01` }],
      sorter: { field: 'nextAlignDate', order: 'descend' },
    }),
    'filter by level, sorted by place, the middle': (i) => ({
      current: 300 + i,
      pageSize: 50,
      filters: [{ field: 'meterLevel', op: 'eq', value: '1' }],
      sorter: { field: 'location', order: 'ascend' },
    }),
    'three conditions, sorted by share': (i) => ({
      current: 1 + i,
      pageSize: 50,
      search: `${i % 10}`,
      filters: [
        { field: 'meterName', op: 'contains', value: '机' },
        { field: 'reportRatio', op: 'gt', value: 1 },
      ],
      sorter: { field: 'reportRatio', order: 'descend' },
    }),
  },
};

export const longLists: readonly LongList[] = [ammeter, gauge];
