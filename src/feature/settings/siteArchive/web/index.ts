import type { WebFeature } from '#web/page.ts';
import { aliasOf } from './alias.tsx';

export const siteArchive: WebFeature = {
  routes: [
    aliasOf('/SDNPowerAdmin/SDNMonitorsite', 'monitorSite', '/SDNEquipment/SDNMonitorsite', {
      zh: '监测站点',
      en: 'Monitoring sites',
    }),
    aliasOf('/SDNPowerAdmin/SDNParameter', 'orgAmmeter', '/SDNEquipment/SDNParameter', {
      zh: '组织用能表计',
      en: 'Meters of organisations',
    }),
    aliasOf('/SDNPowerAdmin/SDNTemplate', 'template', '/SDNEquipment/SDNTemplate', {
      zh: '站点模板',
      en: 'Site templates',
    }),
  ],
};
