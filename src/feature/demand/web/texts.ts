export const texts = {
  title: { zh: '结算月最大需量', en: 'Maximum demand by settlement month' },
  settled: {
    zh: '每月 {{day}} 日 {{hour}}:00 结算',
    en: 'settled on day {{day}} at {{hour}}:00',
  },
  sliding: { zh: '滑差式，每 {{slip}} 分钟', en: 'sliding by {{slip}} min' },
  block: { zh: '区间式 15 分钟', en: 'blocks of 15 min' },
  summed: { zh: '{{n}} 块表合计曲线', en: 'summed curve of {{n}} meters' },
  month: { zh: '结算月', en: 'Month' },
  maximum: { zh: '最大需量', en: 'Maximum' },
  window: { zh: '出现时段', en: 'Window' },
  blockMaximum: { zh: '区间式', en: 'Block' },
  coverage: { zh: '覆盖', en: 'Covered' },
  soFar: { zh: '至今', en: 'so far' },
  partial: { zh: '数据不全，实际可能更高', en: 'data incomplete: it may have been higher' },
  none: {
    zh: '没有一个 15 分钟时段是完整实测的',
    en: 'No quarter of an hour was measured in full',
  },
  openOrigin: { zh: '{{month}}：{{value}}，查看数据来源', en: '{{month}}: {{value}}, where it comes from' },
};
