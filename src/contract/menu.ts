import { archive } from './menu/archive.ts';
import { energy } from './menu/energy.ts';
import { meters } from './menu/meters.ts';
import { money } from './menu/money.ts';
import { screen, type MenuNode } from './menu/node.ts';
import { settings } from './menu/settings.ts';
import { statistics } from './menu/statistics.ts';

export type { MenuNode, MenuPlace } from './menu/node.ts';

/**
 * The menu of the product; the root is the node `hxyweb` (specification 1 section 3). Below it stand the wings, below
 * a wing at most eight subjects, below a subject its screens, which are the tabs of one page (decision 129).
 */
export const MENU: MenuNode = {
  funCode: 'hxyweb',
  name: { zh: '平台', en: 'Platform' },
  type: 'group',
  enterprise: true,
  children: [
    { ...screen('SDNMonitoring.Overview', '首页', 'Home'), icon: 'home', place: 'menu' },
    energy,
    money,
    meters,
    archive,
    statistics,
    settings,
  ],
};
