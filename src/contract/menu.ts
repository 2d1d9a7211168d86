import { monitoring } from './menu/monitoring.ts';
import { powerAdmin, powerPrice, powerStatistic, statisticsCfg } from './menu/power.ts';
import { archive, baseConfig, equipment, timeConfig } from './menu/archive.ts';
import { communication, operationAdmin, sysAdmin } from './menu/administration.ts';
import type { MenuNode } from './menu/node.ts';

export type { MenuNode } from './menu/node.ts';

/** The menu of the product; the root is the node `hxyweb` (specification 1 section 3). */
export const MENU: MenuNode = {
  funCode: 'hxyweb',
  name: { zh: '平台', en: 'Platform' },
  type: 'group',
  enterprise: true,
  children: [
    monitoring,
    powerAdmin,
    powerStatistic,
    statisticsCfg,
    powerPrice,
    archive,
    equipment,
    baseConfig,
    communication,
    timeConfig,
    operationAdmin,
    sysAdmin,
  ],
};
