import type { KeywordTable } from '../keyword.ts';

export const customer: KeywordTable = {
  'Customer.WorkOrder': ['报修,待办,维修进度', 'my tasks, repairs, to do'],
  'Customer.News': ['新闻,公告,通知', 'news, bulletin'],
  'Customer.Device': ['设备履历,设备文件,台账查询', 'device life, device files, manuals'],
  'Customer.Map': ['地图,位置,站点在哪里', 'map, where sites are, location'],
  'Customer.Object': ['实时值,对象弹窗,设备状态', 'values now, popup, state of equipment'],
  'SDNUser.SDNCamera': ['用户专区,现场画面,摄像头', 'customer area, live picture, camera of the site'],
  'SDNUser.SDNControl': [
    '用户专区遥控,继电器,合闸,分闸',
    'relays of the customer area, switch, operate an output',
  ],
};
