import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { Suspense } from 'react';
import { useAddress } from '#web/address.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { SiteCard } from '../contract.ts';
import { readSite, type SiteAddress } from './address.ts';
import { sitesQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import { SiteMap } from './lazy.ts';
import { ObjectDrawer } from './ObjectDrawer.tsx';
import { SiteBody } from './SiteBody.tsx';
import { SiteCards } from './SiteCards.tsx';
import { MOST_STRIPS, SiteStrips } from './SiteStrips.tsx';
import { useLiveTexts } from './useLiveTexts.ts';

/** The sites of an enterprise as they stand, then all of one on a page. */
export default function SiteOverviewPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Sites consumerId={consumer.orgId} />;
}

function Sites({ consumerId }: { readonly consumerId: number }) {
  const t = useLiveTexts();
  const [{ site, object, as }, change] = useAddress(readSite);
  const { data, error, refetch } = useQuery(sitesQuery(consumerId));
  if (error && !data) return <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />;
  if (!data) return <LoadingState height={320} />;
  if (data.length === 0)
    return (
      <Panel>
        <EmptyState why={t('noSite')} next={t('noSiteNext')} height={240} />
      </Panel>
    );
  // Where there is one alone it is the one, unless the map is asked for.
  const [only, ...others] = data;
  const shown = site ?? (others.length === 0 && as === 'cards' ? (only?.siteId ?? null) : null);
  const Every = data.length <= MOST_STRIPS ? SiteStrips : SiteCards;
  const open = (siteId: number): void => change({ site: siteId }, { push: true });
  return (
    <div className={kit.stack}>
      <FilterBar unfolded actions={shown !== null && <Ways siteId={shown} />}>
        <FilterField label={t('site')}>
          <Select
            aria-label={t('site')}
            style={{ width: 260, maxWidth: '100%' }}
            showSearch={{ optionFilterProp: 'label' }}
            value={shown ?? 0}
            options={[
              ...(others.length > 0 || as === 'map' ? [{ value: 0, label: t('allSites') }] : []),
              ...data.map((one: SiteCard) => ({ value: one.siteId, label: one.siteName })),
            ]}
            onChange={(next) => change({ site: next === 0 ? undefined : next }, { push: true })}
          />
        </FilterField>
        <AsField
          value={shown === null ? as : 'cards'}
          onChange={(next) => change({ as: next, site: undefined }, { push: true })}
        />
      </FilterBar>
      {shown === null ? (
        as === 'map' ? (
          <Suspense fallback={<LoadingState height={420} />}>
            <SiteMap key={consumerId} sites={data} onOpen={open} />
          </Suspense>
        ) : (
          <Every sites={data} onOpen={open} />
        )
      ) : (
        <SiteBody
          key={shown}
          siteId={shown}
          onObject={(orgId) => change({ object: orgId }, { push: true })}
        />
      )}
      {object !== null && (
        <ObjectDrawer of={{ orgId: object }} onClose={() => change({ object: undefined }, { push: true })} />
      )}
    </div>
  );
}

interface AsFieldProps {
  readonly value: SiteAddress['as'];
  readonly onChange: (as: 'map' | undefined) => void;
}

/** Whether all sites are shown as cards or on the map. */
function AsField({ value, onChange }: AsFieldProps) {
  const t = useLiveTexts();
  return (
    <Segmented
      label={t('shownAs')}
      value={value}
      options={[
        { value: 'cards', text: t('cards') },
        { value: 'map', text: t('mapShort') },
      ]}
      onChange={(next) => onChange(next === 'map' ? next : undefined)}
    />
  );
}

/** Where more of a site is seen, as far as the account may go there. */
function Ways({ siteId }: { readonly siteId: number }) {
  const t = useLiveTexts();
  const { funCodes } = useSession();
  const ways = [
    ['SDNMonitoring.MonitoringChart', '/SDNMonitoring/MonitoringChart', {}, t('toChart')],
    ['SDNMonitoring.SDNEnergy', '/SDNMonitoring/SDNEnergy', { org: siteId }, t('toEnergy')],
    ['archive.monitorObject.view', '/SDNMonitoring/ObjectDetails', {}, t('toObjects')],
  ] as const;
  return (
    <span className={kit.bar}>
      {ways
        .filter(([code]) => funCodes.includes(code))
        .map(([code, to, search, text]) => (
          <GoLink key={code} goal={{ to, search }}>
            {text}
          </GoLink>
        ))}
    </span>
  );
}
