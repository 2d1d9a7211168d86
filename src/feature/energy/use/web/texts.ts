export const texts = {
  findObject: { zh: '名称或编号', en: 'Name or code' },
  empty: { zh: '该时段没有数据', en: 'There are no data in this range' },
  emptyNext: {
    zh: '调整时间，或查看数据录入与通信',
    en: 'Change the range, or look at data input and communication',
  },
  byObject: { zh: '对象用能', en: 'By object' },
  byClass: { zh: '分类排序', en: 'By class' },
  shares: { zh: '占比', en: 'Shares' },
  findName: { zh: '对象名称', en: 'Name of an object' },
};
