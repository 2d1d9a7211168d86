import { useQuery } from '@tanstack/react-query';
import { Button } from '#web/ui/Button.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import kit from '#web/ui/kit.module.css';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { SiteCard } from '../contract.ts';
import { siteQuery } from './calls.ts';
import { SiteMark } from './SiteCards.tsx';
import { SiteFigures, SiteTrend } from './SiteFigures.tsx';
import { bySiteState } from './siteOrder.ts';

/** So few sites are shown with their day; of more the cards alone. */
export const MOST_STRIPS = 4;

const TREND_HEIGHT = 150;

/** Few sites, each with its figures and its day, those in alarm first. */
export function SiteStrips({
  sites,
  onOpen,
}: {
  readonly sites: readonly SiteCard[];
  readonly onOpen: (siteId: number) => void;
}) {
  return sites.toSorted(bySiteState).map((site) => <Strip key={site.siteId} site={site} onOpen={onOpen} />);
}

function Strip({ site, onOpen }: { readonly site: SiteCard; readonly onOpen: (siteId: number) => void }) {
  const { siteId, siteName, state, address } = site;
  const { data, error, refetch } = useQuery(siteQuery(siteId));
  return (
    <section className={kit.stack} aria-label={siteName}>
      <div className={kit.words}>
        <Button kind="link" onClick={() => onOpen(siteId)}>
          <b>{siteName}</b>
        </Button>
        <SiteMark state={state} />
        {address && <span className={kit.quiet}>{address}</span>}
      </div>
      {data ? (
        <SiteFigures site={data} />
      ) : error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={96} />
      ) : (
        <LoadingState height={96} />
      )}
      <SiteTrend siteId={siteId} height={TREND_HEIGHT} />
    </section>
  );
}
