/** How people deal with a record (domain notes 9.2; `src/domain/alarm/process.ts` says what may follow what). */
export const ALARM_PROCESSES = {
  0: { zh: '未处理', en: 'Untreated' },
  1: { zh: '已确认', en: 'Confirmed' },
  2: { zh: '处理中', en: 'In work' },
  3: { zh: '已处理', en: 'Handled' },
  4: { zh: '误报/忽略', en: 'False or ignored' },
  5: { zh: '已关闭', en: 'Closed' },
} as const;

/** Where a record comes from, and what became of it as data came late or were corrected. */
export const ALARM_ORIGINS = {
  live: { zh: '实时', en: 'Live' },
  late: { zh: '迟到数据', en: 'Late data' },
  device: { zh: '设备上报', en: 'Reported by a device' },
  external: { zh: '外部系统', en: 'Another system' },
  watch: { zh: '平台监视', en: 'Watched by the platform' },
  manual: { zh: '人工', en: 'Manual' },
} as const;
