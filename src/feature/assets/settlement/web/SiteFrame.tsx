import { Select } from 'antd';
import type { ReactNode } from 'react';
import { pvPlant } from '#resource/archive/pvPlant.ts';
import { storageStation } from '#resource/archive/storageStation.ts';
import { useAddress } from '#web/address.ts';
import { NoneYet } from '#web/resource/NoneYet.tsx';
import { useConsumer } from '#web/session/consumer.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import type { AssetSite } from '../contract.ts';
import { readSpan } from './address.ts';
import { useSites } from './useSites.ts';
import kit from '#web/ui/kit.module.css';

export interface SiteFrameProps {
  /** Further filters behind the choice of the site. */
  readonly filters?: (site: AssetSite) => ReactNode;
  readonly actions?: (site: AssetSite) => ReactNode;
  readonly children: (site: AssetSite) => ReactNode;
}

/** The frame of pages about the assets of a site: which one, and what is said where there is none. */
export function SiteFrame({ filters, actions, children }: SiteFrameProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('settlement');
  const { consumer } = useConsumer();
  const [, change] = useAddress(readSpan);
  const { sites, shown } = useSites();
  if (!consumer) return <NoConsumer />;
  if (sites.error && !sites.data)
    return <ErrorState what={sites.error.message} onRetry={() => void sites.refetch()} height={320} />;
  if (!sites.data) return <LoadingState height={320} />;
  if (!shown) return <NoneYet why={t('noSite')} enter={[storageStation, pvPlant]} />;
  const many = sites.data.length > 1;
  return (
    <div className={kit.stack}>
      {(many || filters || actions) && (
        <FilterBar summary={shown.siteName} actions={actions?.(shown)}>
          {many && (
            <FilterField label={t('site')}>
              <Select
                aria-label={t('site')}
                style={{ width: 220, maxWidth: '100%' }}
                value={shown.siteId}
                options={sites.data.map(({ siteId, siteName }) => ({ value: siteId, label: siteName }))}
                onChange={(next) => change({ site: next }, { push: true })}
              />
            </FilterField>
          )}
          {filters?.(shown)}
        </FilterBar>
      )}
      {children(shown)}
    </div>
  );
}
