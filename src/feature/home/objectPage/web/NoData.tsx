import { meterGoal } from '#web/pageGoal.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Way } from './Way.tsx';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

/** In place of figures of a meter of which nothing ever came: why, and what connects it. */
export function NoData({ meterId }: { readonly meterId: number }) {
  const t = useObjectPageTexts();
  return (
    <Panel>
      <EmptyState why={t('noData')} next={t('noDataNext')} height={240}>
        <Way
          code="SDNCommunication.SDNMeterCommunication"
          goal={meterGoal(meterId, { tab: 'communication' })}
        >
          {t('toContact')}
        </Way>
        <Way code="archive.gateway.view" goal={{ to: '/SDNCommunication/SDNGatewayCommunication' }}>
          {t('toGateway')}
        </Way>
        <Way code="dataInput.import" goal={{ to: '/SDNPowerAdmin/SDNDataInput', search: { view: 'import' } }}>
          {t('toImport')}
        </Way>
      </EmptyState>
    </Panel>
  );
}
