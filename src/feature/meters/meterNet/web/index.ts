import { GASES } from '#contract/energyType.ts';
import type { Text } from '#contract/text.ts';
import type { PageRoute, WebFeature } from '#web/page.ts';

const screen = (
  path: string,
  title: Text,
  first: 'drawing' | 'list',
  only?: readonly string[],
): PageRoute => ({
  path,
  title,
  load: async () => {
    const { netPage } = await import('./NetPage.tsx');
    return { default: netPage({ first, ...(only ? { only } : {}) }) };
  },
});

/** The network has one screen; addresses of the specification for the same picture lead there. */
const NETWORK = '/SDNEquipment/SDNGageNet';

const leading = (path: string, title: Text, view: 'drawing' | 'list'): PageRoute => ({
  path,
  title,
  parent: NETWORK,
  antd: false,
  load: async () => {
    const { leadTo } = await import('#web/leadTo.tsx');
    // The drawing is what the screen begins with where it has the room.
    return { default: leadTo(NETWORK, view === 'list' ? { view } : {}) };
  },
});

/** The metering network, drawn or as a list with its balances, and that of gases alone (decision 129). */
export const meterNet: WebFeature = {
  routes: [
    screen(NETWORK, { zh: '计量网络', en: 'Metering network' }, 'drawing'),
    screen('/SDNEquipment/SDNGasMeter', { zh: '气体计量', en: 'Gas metering' }, 'list', GASES),
    leading('/SDNEquipment/SDNGageList', { zh: '计量器具平衡清单', en: 'Instruments and balances' }, 'list'),
    leading('/SDNPowerAudit/SDNBalanceNet', { zh: '平衡网络', en: 'Balance network' }, 'drawing'),
  ],
};
