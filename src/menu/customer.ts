import { screen, subject, wing } from './node.ts';

/** The customer area: a small menu of its own over the same data, within the caller's scope. */
export const customer = wing('Customer', '客户服务', 'Customer area', 'team', [
  subject('Customer.Area', '客户服务', 'Customer area', [
    screen('Customer.WorkOrder', '我的工单', 'My work orders'),
    screen('Customer.News', '通知公告', 'Announcements'),
    screen('Customer.Device', '设备档案', 'Device archive'),
    screen('Customer.Map', '站点分布', 'Site map'),
    screen('Customer.Object', '对象监测', 'Objects now'),
    screen('SDNUser.SDNCamera', '我的摄像机', 'My cameras'),
    screen('SDNUser.SDNControl', '我的遥控', 'My outputs'),
  ]),
]);
