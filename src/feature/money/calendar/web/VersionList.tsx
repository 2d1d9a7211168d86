import dayjs from 'dayjs';
import { useState } from 'react';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Calendar.module.css';
import type { VersionRow } from './calls.ts';
import { shownName } from '#web/text/secondName.ts';
import { useCalendarTexts } from './useCalendarTexts.ts';

export interface VersionListProps {
  readonly versions: readonly VersionRow[];
  readonly selected: number | null;
  readonly onSelect: (id: number) => void;
  readonly onAdd: () => void;
  readonly onCopy: (row: VersionRow) => void;
}

/** The versions of an enterprise's calendars by where they hold, the newest first; the one in force says so. */
export function VersionList({ versions, selected, onSelect, onAdd, onCopy }: VersionListProps) {
  const t = useCalendarTexts();
  const mayAdd = useMay('archive.timezone.add');
  const [today] = useState(() => dayjs().format('YYYY-MM-DD'));
  const groups = new Map<string, VersionRow[]>();
  for (const row of versions.toSorted((a, b) => (a.validFrom < b.validFrom ? 1 : -1))) {
    const place = row.titles?.['siteIdList'] ?? t('allSites');
    groups.set(place, [...(groups.get(place) ?? []), row]);
  }
  const chosen = versions.find((row) => row.id === selected);
  return (
    <Panel
      title={t('versions')}
      flush
      extra={
        mayAdd && (
          <Button kind="link" onClick={onAdd}>
            {t('add')}
          </Button>
        )
      }
    >
      {[...groups].map(([place, rows]) => {
        const now = rows.find((row) => row.validFrom <= today);
        return (
          <div key={place}>
            <h3 className={styles.group}>{place}</h3>
            <ul className={kit.list}>
              {rows.map((row) => (
                <li key={row.id}>
                  <button
                    type="button"
                    className={styles.version}
                    aria-current={row.id === selected}
                    onClick={() => onSelect(row.id)}
                  >
                    {shownName(row.timezoneName, row.timezoneNameEn)}
                    <small className={kit.quietLine}>
                      {t('from', { date: row.validFrom })}
                      {row === now && row.rules.rules.length > 0 && ` · ${t('inForce')}`}
                      {row.rules.rules.length === 0 && ` · ${t('ends')}`}
                    </small>
                  </button>
                </li>
              ))}
            </ul>
          </div>
        );
      })}
      {mayAdd && chosen && (
        <div className={styles.group}>
          <Button onClick={() => onCopy(chosen)}>{t('newVersion')}</Button>
        </div>
      )}
    </Panel>
  );
}
