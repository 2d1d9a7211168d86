export const texts = {
  button: { zh: '重复计量 {{n}} 处', en: 'Counted twice: {{n}}' },
  title: { zh: '重复计量', en: 'What is counted twice' },
  how: {
    zh: '列表与总加组成按原样计入。请删除多余的行或改用减号；确需如此则保留。',
    en: 'Lists and total adders count as they stand. Delete the line that is too much, or take it off; leave it where it is meant.',
  },
  close: { zh: '关闭', en: 'Close' },
};
