import { meterGoal } from '#web/pageGoal.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { MayLink } from './MayLink.tsx';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

/** In place of figures of a meter of which nothing ever came: why, and what connects it. */
export function NoData({ meterId }: { readonly meterId: number }) {
  const t = useObjectPageTexts();
  return (
    <Panel>
      <EmptyState why={t('noData')} next={t('noDataNext')} height={240}>
        <MayLink
          code="SDNCommunication.SDNMeterCommunication"
          goal={meterGoal(meterId, { tab: 'communication' })}
        >
          {t('toContact')}
        </MayLink>
        <MayLink code="archive.gateway.view" goal={{ to: '/SDNCommunication/SDNGatewayCommunication' }}>
          {t('toGateway')}
        </MayLink>
        <MayLink
          code="dataInput.import"
          goal={{ to: '/SDNPowerAdmin/SDNDataInput', search: { view: 'import' } }}
        >
          {t('toImport')}
        </MayLink>
      </EmptyState>
    </Panel>
  );
}
