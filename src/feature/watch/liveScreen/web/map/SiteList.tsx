import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { misplacedBy } from '#domain/geo/placed.ts';
import { monitorSite } from '#resource/archive/monitorSite.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import type { SiteCard } from '../../contract.ts';
import { SiteMark } from '../SiteCards.tsx';
import { bySiteState } from '../siteOrder.ts';
import { useLiveTexts } from '../useLiveTexts.ts';
import styles from './SiteMap.module.css';

interface SiteListProps {
  readonly sites: readonly SiteCard[];
  /** Those at one place of the map; null = all. */
  readonly only: readonly number[] | null;
  readonly onAll: () => void;
  readonly onOpen: (siteId: number) => void;
  readonly onPoint: (siteId: number | null) => void;
}

/** The sites of the map as a list, those in alarm first; what has no place on the map says why. */
export function SiteList({ sites, only, onAll, onOpen, onPoint }: SiteListProps) {
  const t = useLiveTexts();
  const mayEdit = useMay('archive.monitorSite.edit');
  const shown = only === null ? sites : sites.filter(({ siteId }) => only.includes(siteId));
  const lost = sites.filter((site) => misplacedBy(site) !== null).length;
  return (
    <Panel
      title={t('sites')}
      unit={`${shown.length}`}
      {...(only === null ? {} : { extra: <Button onClick={onAll}>{t('allSites')}</Button> })}
    >
      <ul className={styles.list}>
        {shown.toSorted(bySiteState).map((site) => {
          const why = misplacedBy(site);
          return (
            <li
              key={site.siteId}
              onPointerEnter={() => onPoint(site.siteId)}
              onPointerLeave={() => onPoint(null)}
            >
              <button
                type="button"
                onClick={() => onOpen(site.siteId)}
                onFocus={() => onPoint(site.siteId)}
                onBlur={() => onPoint(null)}
              >
                <b>{site.siteName}</b>
                <SiteMark state={site.state} />
                <small>
                  {site.power === null ? MISSING : formatNumber(site.power, 1)} kW · {t('openAlarms')}{' '}
                  {formatNumber(site.open, 0)}
                </small>
                {why !== null && <small>{t(`place_${why}`)}</small>}
              </button>
            </li>
          );
        })}
      </ul>
      {lost > 0 && mayEdit && (
        <GoLink goal={{ to: monitorSite.screen }}>{t('enterPlaces', { n: lost })}</GoLink>
      )}
    </Panel>
  );
}
