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

/** Gas, artificial gas, steam and compressed air. */
const GASES = ['4', '7', '11', '12'];

/** The metering network: drawn, as a list, of gases alone, and as the balance of the network. */
export const meterNet: WebFeature = {
  routes: [
    screen('/SDNEquipment/SDNGageNet', { zh: '计量网络', en: 'Metering network' }, 'drawing'),
    screen('/SDNEquipment/SDNGageList', { zh: '计量器具平衡清单', en: 'Meters and balances' }, 'list'),
    screen('/SDNEquipment/SDNGasMeter', { zh: '气体计量', en: 'Gas meters' }, 'list', GASES),
    screen('/SDNPowerAudit/SDNBalanceNet', { zh: '平衡网络', en: 'Balance network' }, 'drawing'),
  ],
};
