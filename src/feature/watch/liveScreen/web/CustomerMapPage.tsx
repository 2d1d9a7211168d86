import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { useSession } from '#web/session/session.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { NoConsumer } from '#web/ui/NoConsumer.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { SiteCard } from '../contract.ts';
import { customerSitesQuery } from './calls.ts';
import { SiteMap } from './lazy.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Live.module.css';
import { SiteMark } from './SiteCards.tsx';
import { useLiveTexts } from './useLiveTexts.ts';

/** Where the sites of the customer stand, and how each stands. */
export default function CustomerMapPage() {
  const { consumer } = useConsumer();
  if (!consumer) return <NoConsumer />;
  return <Sites key={consumer.orgId} consumerId={consumer.orgId} />;
}

function Sites({ consumerId }: { readonly consumerId: number }) {
  const t = useLiveTexts();
  const [open, setOpen] = useState<number | null>(null);
  const { data, error, refetch } = useQuery(customerSitesQuery(consumerId));
  if (error && !data) return <ErrorState what={error.message} onRetry={() => void refetch()} height={320} />;
  if (!data) return <LoadingState height={320} />;
  if (data.length === 0)
    return (
      <Panel>
        <EmptyState why={t('noSite')} height={240} />
      </Panel>
    );
  const site = data.find(({ siteId }) => siteId === open);
  return (
    <div className={kit.stack}>
      {site && <SiteShort site={site} />}
      <Suspense fallback={<LoadingState height={420} />}>
        <SiteMap sites={data} onOpen={setOpen} />
      </Suspense>
    </div>
  );
}

/** A site in one line, and where more of it is seen as far as the account may go there. */
function SiteShort({ site }: { readonly site: SiteCard }) {
  const t = useLiveTexts();
  const { funCodes } = useSession();
  const ways = [
    ['SDNMonitoring.SiteOverview', '/SDNMonitoring/SiteOverview', { site: site.siteId }, t('toSite')],
    ['Customer.Object', '/Customer/Object', {}, t('toObjects')],
    ['SDNUser.SDNCamera', '/SDNUser/SDNCamera', { q: site.siteName }, t('cameras')],
  ] as const;
  return (
    <Panel
      title={site.siteName}
      extra={
        <span className={kit.bar}>
          {ways
            .filter(([code]) => funCodes.includes(code))
            .map(([code, to, search, text]) => (
              <GoLink key={code} goal={{ to, search }}>
                {text}
              </GoLink>
            ))}
        </span>
      }
    >
      <output className={kit.bar}>
        <SiteMark state={site.state} />
        <span>{site.power === null ? MISSING : formatNumber(site.power, 1)} kW</span>
        <span>
          {t('openAlarms')} {formatNumber(site.open, 0)}
        </span>
        {site.address !== null && <span className={styles.quiet}>{site.address}</span>}
      </output>
    </Panel>
  );
}
