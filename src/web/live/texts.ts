export const texts = {
  // The wording of the specification (3, section 8).
  noConfig: {
    zh: 'Mqtt 获取服务器参数失败',
    en: 'Mqtt 获取服务器参数失败 (failed to get server parameters)',
  },
  live: { zh: '实时', en: 'Live' },
  waiting: { zh: '连接中', en: 'Connecting' },
  leftOut: {
    zh: '可见的表计和信号点过多：其中 {{count}} 个不实时推送，约每半分钟刷新一次',
    en: 'You see more meters and signal points than are pushed live: {{count}} of them are read anew every half minute',
  },
  age: { zh: '数据 {{age}}前', en: 'data {{age}} old' },
  power: { zh: '当前功率', en: 'Power now' },
};
