import { useQuery } from '@tanstack/react-query';
import { formatPercent, MISSING } from '#domain/figure/number.ts';
import { momentAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { ageText } from '#web/ui/age.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import type { AlarmRow } from '../contract.ts';
import { ActBox } from './ActBox.tsx';
import { Acts } from './Acts.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Alarm.module.css';
import { recordQuery } from './calls.ts';
import { CauseTree } from './CauseTree.tsx';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { Picture, useCurve } from './Picture.tsx';
import { latestOf } from './pictureChart.ts';
import { StateWord } from './StateWord.tsx';
import { useAlarmTexts } from './useAlarmTexts.ts';
import { beyondOf, notedText, originWord, valueText } from './words.ts';

const SIGNALS = '/SDNMonitoring/Signal';
const GATEWAYS = '/SDNCommunication/SDNGatewayCommunication';

interface AlarmDetailProps {
  readonly id: number;
  readonly now: number;
}

/** One alarm: what it is, its picture, what was done, and what can be done. */
export function AlarmDetail({ id, now }: AlarmDetailProps) {
  const t = useAlarmTexts();
  const { data, error, refetch, isPlaceholderData } = useQuery(recordQuery(id));
  const row = isPlaceholderData ? undefined : data?.list[0];
  if (error && !row) return <ErrorState what={error.message} onRetry={() => void refetch()} height={240} />;
  if (!data || isPlaceholderData) return <LoadingState height={240} />;
  if (!row) return <EmptyState why={t('gone')} height={240} />;
  return (
    <div className={`${kit.stack} ${styles.detail}`}>
      <Head row={row} now={now} />
      <Picture row={row} now={now} />
      <CauseTree key={`tree ${row.id}`} row={row} />
      <Acts row={row} />
      <ActBox key={row.id} row={row} />
    </div>
  );
}

function Head({ row, now }: { readonly row: AlarmRow; readonly now: number }) {
  const t = useAlarmTexts();
  const say = useText();
  const { values } = useCurve(row, now, latestOf);
  const current =
    row.clearedAt === null ? (values?.values.findLast((value) => value !== null) ?? null) : null;
  const shown = current ?? row.peakValue;
  const beyond = beyondOf(row);
  return (
    <header className={`${kit.stackTight} ${styles.head}`}>
      <p className={`${kit.row} ${styles.line}`}>
        <LevelMark level={row.alarmLevel} />
        <span>
          <StateWord row={row} now={now} />
        </span>
        <Lasted row={row} now={now} />
      </p>
      <h2>{row.recordName}</h2>
      <p className={styles.figures}>
        {shown !== null && (
          <b className={styles.large}>
            {valueText(row, shown)} <small className={kit.quiet}>{row.unit}</small>
          </b>
        )}
        {row.limitValue !== null && <span>{t('limit', { value: valueText(row, row.limitValue) })}</span>}
        {row.peakValue !== null && <span>{t('peak', { value: valueText(row, row.peakValue) })}</span>}
        {beyond !== null && <span>{t('beyond', { share: formatPercent(beyond) })}</span>}
        <span className={styles.quiet}>
          {row.alarmId === null ? say(originWord(row.origin)) : t('rule', { n: row.version ?? MISSING })}
        </span>
      </p>
      <p className={styles.place}>
        <span>{row.siteName ?? MISSING}</span>
        {row.gatewayId !== null && (
          <GoLink goal={{ to: GATEWAYS, search: { consumer: row.consumerId, gateway: row.gatewayId } }}>
            {row.gatewayName}
          </GoLink>
        )}
        {row.ammeterId !== null && (
          <PageLink kind="meter" id={row.ammeterId}>
            {row.ammeterName}
          </PageLink>
        )}
        {row.signalPointId !== null && (
          <GoLink goal={{ to: SIGNALS, search: { consumer: row.consumerId, point: row.signalPointId } }}>
            {row.pointName}
          </GoLink>
        )}
      </p>
      <Changed row={row} />
    </header>
  );
}

function Lasted({ row, now }: { readonly row: AlarmRow; readonly now: number }) {
  const t = useAlarmTexts();
  const { timeZone, raisedAt, clearedAt } = row;
  const age = ageText(((clearedAt ?? now) - raisedAt) / 1000);
  const from = momentAt(timeZone, raisedAt);
  return (
    <span className={styles.quiet}>
      {clearedAt === null
        ? t('since', { at: from, age })
        : t('was', { from, to: momentAt(timeZone, clearedAt), age })}
    </span>
  );
}

/** What later data made of it. */
function Changed({ row }: { readonly row: AlarmRow }) {
  const t = useAlarmTexts();
  const why = row.revisionInfo === null ? MISSING : notedText(row.timeZone, row.revisionInfo);
  const text =
    row.revision === 'withdrawn'
      ? t('withdrawn', { why })
      : row.revision === 'revised'
        ? t('revised', { why })
        : row.origin === 'late'
          ? t('late')
          : null;
  return text && <p className={styles.changed}>{text}</p>;
}
