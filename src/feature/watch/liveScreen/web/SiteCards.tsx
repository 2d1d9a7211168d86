import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { SiteCard, SiteState } from '../contract.ts';
import styles from './Live.module.css';
import { bySiteState } from './siteOrder.ts';
import { useLiveTexts } from './useLiveTexts.ts';

const STATUS = { normal: 'normal', alarm: 'alarm', offline: 'offline', noData: 'noData' } as const;

/** How a site stands, in shape and word. */
export function SiteMark({ state }: { readonly state: SiteState }) {
  const t = useLiveTexts();
  return <StatusDot status={STATUS[state]} text={t(`state_${state}`)} />;
}

/** Sites as cards, those in alarm first. */
export function SiteCards({
  sites,
  onOpen,
}: {
  readonly sites: readonly SiteCard[];
  readonly onOpen: (siteId: number) => void;
}) {
  const t = useLiveTexts();
  return (
    <div className={styles.cards}>
      {sites.toSorted(bySiteState).map((site) => (
        <button key={site.siteId} type="button" className={styles.card} onClick={() => onOpen(site.siteId)}>
          <span className={styles.cardHead}>
            <b>{site.siteName}</b>
            <SiteMark state={site.state} />
          </span>
          <span className={styles.big}>
            {site.power === null ? MISSING : formatNumber(site.power, 1)} <small>kW</small>
          </span>
          <span className={styles.cardHead}>
            <span className={styles.quiet}>
              {t('openAlarms')} {formatNumber(site.open, 0)}
            </span>
            <span className={styles.quiet}>
              {t('online')} {site.meters.online} · {t('silent')} {site.meters.silent + site.meters.offline}
            </span>
          </span>
          {site.address && <span className={styles.quiet}>{site.address}</span>}
        </button>
      ))}
    </div>
  );
}
