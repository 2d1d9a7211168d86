import { useCallback, useMemo } from 'react';
import { ageText } from '#web/ui/age.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { AlarmRow } from '../../contract.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { StateWord } from '../StateWord.tsx';
import { useAlarmTexts } from '../useAlarmTexts.ts';
import { alarmWord, objectWord, peakText, shortTime } from '../words.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Monitor.module.css';

/** The record at a place of the list; null while it is fetched. */
type Place = AlarmRow | null;

export interface OpenListProps {
  readonly places: readonly Place[];
  readonly total: number;
  readonly first: number;
  readonly selected: number | null;
  readonly now: number;
  readonly narrow: boolean;
  /** Takes what scrolls. */
  readonly attach: (area: HTMLElement | null) => void;
  readonly onOpen: (record: number) => void;
  /** Something narrows the list. */
  readonly narrowed: boolean;
}

/** Heights of a row and of a card, px; the style sheet has the same. */
export const ROW_HEIGHT = 29;
export const CARD_HEIGHT = 92;

/** The open records; of many only those in sight are drawn. */
export function OpenList(props: OpenListProps) {
  const { places, total, first, narrow, attach, narrowed } = props;
  const t = useAlarmTexts();
  const host = useCallback(
    (element: HTMLElement | null) => attach((element?.firstElementChild ?? null) as HTMLElement | null),
    [attach],
  );
  const height = narrow ? CARD_HEIGHT : ROW_HEIGHT;
  const pad = { paddingTop: first * height, paddingBottom: (total - first - places.length) * height };
  return (
    <div ref={host} className={styles.host}>
      <ScrollArea label={t('open')} className={narrow ? styles.cardArea : styles.area}>
        {total === 0 ? (
          narrowed ? (
            <EmptyState why={t('noMatch')} height={240} />
          ) : (
            <EmptyState why={t('nothing')} next={t('nothingNext')} height={240}>
              <GoLink goal={{ to: '/SDNAlertConfig/SDNAlertConfig' }}>{t('toRules')}</GoLink>
            </EmptyState>
          )
        ) : (
          <div style={pad}>{narrow ? <Cards {...props} /> : <Rows {...props} />}</div>
        )}
      </ScrollArea>
    </div>
  );
}

function Rows({ places, first, selected, now, onOpen }: OpenListProps) {
  const t = useAlarmTexts();
  const columns = useMemo(() => columnsOf(t, now), [t, now]);
  return (
    <Table<Place>
      look="panel"
      label={t('open')}
      className={styles.rows}
      columns={columns}
      rows={places}
      steady
      keyOf={(row, i) => row?.id ?? `wait ${first + i}`}
      rowOf={(row) => ({
        selected: row !== null && row.id === selected,
        className: row?.shelvedUntil == null ? styles.row : `${styles.row} ${styles.faded}`,
        onClick: row === null ? undefined : () => onOpen(row.id),
      })}
    />
  );
}

function columnsOf(t: ReturnType<typeof useAlarmTexts>, now: number): TableColumn<Place>[] {
  const of =
    (render: (row: AlarmRow) => React.ReactNode): TableColumn<Place>['render'] =>
    (row) =>
      row ? render(row) : '';
  return [
    {
      key: 'level',
      title: t('level'),
      className: styles.cLevel,
      render: of((row) => <LevelMark level={row.alarmLevel} />),
    },
    {
      key: 'at',
      title: t('raisedAt'),
      className: styles.cTime,
      render: of((row) => shortTime(row, row.raisedAt, now)),
    },
    { key: 'site', title: t('site'), className: styles.cSite, render: of((row) => row.siteName ?? MISSING) },
    {
      key: 'what',
      title: t('what'),
      rowHead: true,
      render: (row) => (row ? <What row={row} /> : t('reading')),
      hint: (row) => (row ? `${objectWord(row) ?? ''} ${alarmWord(row)}`.trim() : undefined),
    },
    { key: 'peak', title: t('peakLimit'), end: true, className: styles.cPeak, render: of(peakText) },
    {
      key: 'lasts',
      title: t('lasts'),
      end: true,
      className: styles.cAge,
      render: of((row) => ageText(((row.clearedAt ?? now) - row.raisedAt) / 1000)),
    },
    {
      key: 'times',
      title: t('times'),
      end: true,
      className: styles.cTimes,
      render: of((row) => formatNumber(row.raiseCount, 0)),
    },
    {
      key: 'state',
      title: t('state'),
      className: styles.cState,
      render: of((row) => <StateWord row={row} now={now} />),
    },
    { key: 'who', title: t('handling'), className: styles.cWho, render: of((row) => row.confirmedBy ?? '') },
  ];
}

/** The object, stronger, and what is the matter with it. */
function What({ row }: { readonly row: AlarmRow }) {
  return (
    <>
      {objectWord(row) !== null && <b>{objectWord(row)} </b>}
      {alarmWord(row)}
    </>
  );
}

function Cards({ places, first, now, onOpen }: OpenListProps) {
  const t = useAlarmTexts();
  return (
    <ul className={`${kit.list} ${styles.cards}`} aria-label={t('open')}>
      {places.map((row, i) => (
        <li key={row?.id ?? `wait ${first + i}`}>
          {row ? (
            <button type="button" className={styles.card} onClick={() => onOpen(row.id)}>
              <span className={styles.cardLine}>
                <LevelMark level={row.alarmLevel} />
                <span>
                  {shortTime(row, row.raisedAt, now)} ·{' '}
                  {ageText(((row.clearedAt ?? now) - row.raisedAt) / 1000)}
                </span>
                <span className={styles.cardState}>
                  <StateWord row={row} now={now} />
                </span>
              </span>
              <span className={styles.cardName}>
                <What row={row} />
              </span>
              <span className={styles.cardLine}>
                <span className={styles.cardSite}>{row.siteName}</span>
                <span>{peakText(row)}</span>
              </span>
            </button>
          ) : (
            <span className={styles.card}>{t('reading')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
