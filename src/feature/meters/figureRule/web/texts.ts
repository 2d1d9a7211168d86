/** The words of changed figures. */
export const texts = {
  list: { zh: '数值变更', en: 'Changed figures' },
  what: {
    zh: '规则更新后，历史数值已按新规则重算。下列月份的数值与此前不同；已开具的账单保持原样，并显示差额。',
    en: 'History was recalculated by new rules. These months have other figures than before; issued bills stay as they are and show the difference.',
  },
  running: {
    zh: '正在修复：{{repaired}} / {{enterprises}} 家企业，当前 {{percent}}%',
    en: 'In progress: {{repaired}} of {{enterprises}} enterprises done, this one {{percent}}%',
  },
  waiting: {
    zh: '等待修复：{{repaired}} / {{enterprises}} 家企业已完成',
    en: 'Waiting: {{repaired}} of {{enterprises}} enterprises done',
  },
  search: { zh: '表计、企业', en: 'Meter, enterprise' },
  month: { zh: '月份', en: 'Month' },
  object: { zh: '对象', en: 'Object' },
  whole: { zh: '整个企业', en: 'The whole enterprise' },
  energy: { zh: '用量', en: 'Energy' },
  demand: { zh: '最大需量 kW', en: 'Maximum demand kW' },
  before: { zh: '原', en: 'before' },
  change: { zh: '变化', en: 'Change' },
  why: { zh: '原因', en: 'Why' },
  open: { zh: '查看', en: 'Look' },
  empty: { zh: '没有数值因规则更新而变化', en: 'No figure was changed by new rules' },
  emptyNext: {
    zh: '程序更新后若判断规则有变，受影响的月份会列在这里。',
    en: 'Where an update assesses readings by other rules, the months it changes are listed here.',
  },
};
