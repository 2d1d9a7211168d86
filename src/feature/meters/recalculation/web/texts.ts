export const texts = {
  title: { zh: '重新计算 · {{meter}}', en: 'Recalculate · {{meter}}' },
  from: { zh: '开始日期', en: 'From' },
  to: { zh: '结束日期（含）', en: 'To, with this day' },
  effect: {
    zh: '将从 {{readings}} 组读数和 {{intervals}} 段电量重新得出 {{days}} 天的 {{buckets}} 个时段值。',
    en: '{{buckets}} figures of {{days}} days are recalculated from {{readings}} sets of readings and {{intervals}} interval values.',
  },
  effectNone: { zh: '该时段没有读数，无需计算。', en: 'There are no readings in this time: nothing to do.' },
  note: {
    zh: '读数不变；结果不变则数值不变。进度在任务栏中，可随时停止。',
    en: 'Readings stay as they are. Progress is in the task tray and can be stopped at any time.',
  },
  closed: {
    zh: '{{date}} 之前的原始读数已转存为文件，此前的用量保持不变。',
    en: 'Raw readings before {{date}} are in files: figures before stay as they are.',
  },
  counting: { zh: '正在统计…', en: 'Counting…' },
  cancel: { zh: '取消', en: 'Cancel' },
  start: { zh: '开始计算（{{buckets}} 个值）', en: 'Recalculate {{buckets}} figures' },
  startNone: { zh: '开始计算', en: 'Recalculate' },
  started: { zh: '已加入任务', en: 'Filed as a task' },
};
