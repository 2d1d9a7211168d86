export const texts = {
  // The wording of the specification (3, section 8).
  noConfig: {
    zh: 'Mqtt 获取服务器参数失败',
    en: 'Mqtt 获取服务器参数失败 (failed to get server parameters)',
  },
  live: { zh: '实时', en: 'Live' },
  waiting: { zh: '连接中', en: 'Connecting' },
  age: { zh: '数据 {{age}}前', en: 'data {{age}} old' },
  power: { zh: '当前功率', en: 'Power now' },
};
