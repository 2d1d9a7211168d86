import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
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
import type { SiteCard } from '../contract.ts';
import { readSite } from './address.ts';
import { sitesQuery } from './calls.ts';
import styles from './Live.module.css';
import { ObjectDrawer } from './ObjectDrawer.tsx';
import { SiteBody } from './SiteBody.tsx';
import { SiteCards } from './SiteCards.tsx';
import { useLiveTexts } from './useLiveTexts.ts';

/** The sites of an enterprise as they stand, then all of one on a page. */
export default function SiteOverviewPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Sites consumerId={consumer.orgId} />;
}

function Sites({ consumerId }: { readonly consumerId: number }) {
  const t = useLiveTexts();
  const [{ site, object }, change] = useAddress(readSite);
  const { data, error, refetch } = useQuery(sitesQuery(consumerId));
  if (error && !data) return <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />;
  if (!data) return <LoadingState height={320} />;
  if (data.length === 0)
    return (
      <Panel>
        <EmptyState why={t('noSite')} next={t('noSiteNext')} height={240} />
      </Panel>
    );
  // Where there is one alone it is the one.
  const [only, ...others] = data;
  const shown = site ?? (others.length === 0 ? (only?.siteId ?? null) : null);
  return (
    <div className={styles.page}>
      <FilterBar unfolded actions={shown !== null && <Ways siteId={shown} />}>
        <FilterField label={t('site')}>
          <Select
            aria-label={t('site')}
            style={{ width: 260, maxWidth: '100%' }}
            showSearch={{ optionFilterProp: 'label' }}
            value={shown ?? 0}
            options={[
              ...(others.length > 0 ? [{ value: 0, label: t('allSites') }] : []),
              ...data.map((one: SiteCard) => ({ value: one.siteId, label: one.siteName })),
            ]}
            onChange={(next) => change({ site: next === 0 ? undefined : next }, { push: true })}
          />
        </FilterField>
      </FilterBar>
      {shown === null ? (
        <SiteCards sites={data} onOpen={(siteId) => change({ site: siteId }, { push: true })} />
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
    <span className={styles.bar}>
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
