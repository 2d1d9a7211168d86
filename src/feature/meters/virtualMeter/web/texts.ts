export const texts = {
  title: { zh: '总加组成 · {{meter}}', en: 'Parts of the sum · {{meter}}' },
  notVirtual: {
    zh: '只有类型为“总加”的表计可由其他表计组成，请先修改表计类型。',
    en: 'Only a meter of the type “total adder” can be a sum. Change the meter type first.',
  },
  none: { zh: '还没有组成表计', en: 'No meters yet' },
  plus: { zh: '加', en: 'plus' },
  minus: { zh: '减', en: 'minus' },
  sign: { zh: '{{meter}} 的符号', en: 'Sign of {{meter}}' },
  remove: { zh: '移除 {{meter}}', en: 'Remove {{meter}}' },
  removeShort: { zh: '移除', en: 'Remove' },
  add: { zh: '添加表计', en: 'Add a meter' },
  note: {
    zh: '任一表计缺数时，合计标记为“数据不全”。保存后历史用量自动重算。',
    en: 'Where one of them is missing the sum is marked partial. Past figures are recalculated after saving.',
  },
  cancel: { zh: '取消', en: 'Cancel' },
  save: { zh: '保存', en: 'Save' },
  saved: { zh: '修改成功，用量正在修复', en: 'Saved, figures are being repaired' },
};
