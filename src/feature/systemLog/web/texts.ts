export const texts = {
  logs: { zh: '日志', en: 'Logs' },
  change: { zh: '数据变更', en: 'Changes' },
  access: { zh: '访问记录', en: 'Accesses' },
  span: { zh: '时间范围', en: 'Time span' },
  day: { zh: '今天', en: 'Today' },
  week: { zh: '近 7 天', en: '7 days' },
  month: { zh: '近 30 天', en: '30 days' },
  all: { zh: '全部', en: 'All' },
  nothingChanged: { zh: '无字段变化', en: 'No field changed' },
  more: { zh: '另有 {{n}} 项', en: '{{n}} more' },
  none: { zh: '还没有您的操作记录', en: 'No record of yours yet' },
  noneNext: {
    zh: '您新建、修改、删除的数据和登录都会记在这里',
    en: 'What you add, change and delete, and your log-ins, are kept here',
  },
  search: { zh: '查找', en: 'Find' },
  kept: {
    zh: '记录由系统写入，任何人都不能修改或删除',
    en: 'Kept by the system; nobody can change or delete a record',
  },
};
