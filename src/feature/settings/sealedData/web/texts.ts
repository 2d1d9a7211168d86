export const texts = {
  list: { zh: '读数月份', en: 'Months of readings' },
  month: { zh: '月份（UTC）', en: 'Month (UTC)' },
  meters: { zh: '已封存表计', en: 'Meters sealed' },
  rows: { zh: '读数', en: 'Readings' },
  values: { zh: '数值', en: 'Values' },
  blocks: { zh: '已封存表计月', en: 'Meter months sealed' },
  sealed: { zh: '封存占用', en: 'Sealed, on disk' },
  open: { zh: '未封存占用', en: 'Not sealed, on disk' },
  freed: { zh: '节省（约）', en: 'Freed, about' },
  bytesEach: { zh: '每值字节', en: 'Bytes a value' },
  on: {
    zh: '月份结束且连续 {{n}} 天没有新数据后自动封存。',
    en: 'A month is sealed when it is over and nothing came for it for {{n}} day{{n, s}}.',
  },
  off: {
    zh: '未启用封存：设置 SEAL_AFTER_DAYS 后，结束的月份自动封存，占用约为十分之一。',
    en: 'Sealing is off: with SEAL_AFTER_DAYS set, months that are over take about a tenth of their room.',
  },
  same: {
    zh: '封存不改变任何数值；迟到、修正、撤销的数据照常生效。',
    en: 'Sealing changes no value; what comes late, is corrected or undone counts as before.',
  },
  empty: { zh: '还没有读数', en: 'There are no readings yet' },
  emptyNext: { zh: '网关上报或导入数据后显示在这里。', en: 'They come by gateways and imports.' },
};
