export const texts = {
  title: { zh: '已记住的列对应', en: 'Remembered mappings' },
  hint: {
    zh: '表头相同的文件会自动套用最近使用的对应。删除后不影响已写入的数据。',
    en: 'A file with the same headers takes the mapping used last. Forgetting one changes nothing that was written.',
  },
  none: { zh: '还没有记住的对应', en: 'No mapping is remembered yet' },
  noneNext: { zh: '写入文件时可以给对应起名。', en: 'A mapping gets a name when its file is written.' },
  name: { zh: '名称', en: 'Name' },
  columns: { zh: '列', en: 'Columns' },
  used: { zh: '最近使用', en: 'Last used' },
  forget: { zh: '删除', en: 'Forget' },
  forgetText: { zh: '不再套用“{{name}}”。', en: '“{{name}}” will no longer be applied.' },
  close: { zh: '关闭', en: 'Close' },
} as const;
