import { Button } from '#web/ui/Button.tsx';
import type { OpenAlarms } from '../../contract.ts';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Monitor.module.css';
import { Levels } from './Strip.tsx';

interface SiteTilesProps {
  readonly open: OpenAlarms;
  readonly site: number | null;
  readonly onSite: (site: number | null) => void;
}

/** A tile a site with what is open there; a press narrows the list to it. */
export function SiteTiles({ open, site, onSite }: SiteTilesProps) {
  const t = useAlarmTexts();
  const tiles = [
    { siteId: null, siteName: t('allSites'), levels: open.levels },
    ...open.sites.filter(({ siteId }) => siteId !== null),
  ];
  return (
    <fieldset className={styles.tiles} aria-label={t('sites')}>
      {tiles.map((tile) => (
        <Button
          key={tile.siteId ?? 'all'}
          kind="bare"
          className={styles.tile}
          aria-pressed={tile.siteId === site}
          onClick={() => onSite(tile.siteId === site ? null : tile.siteId)}
        >
          <b className={kit.clip}>{tile.siteName}</b>
          <Levels levels={tile.levels} of="open" />
        </Button>
      ))}
    </fieldset>
  );
}
