import { useQuery } from '@tanstack/react-query';
import { secondAt, timeAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { AlarmAct, AlarmRow } from '../contract.ts';
import styles from './Alarm.module.css';
import { actsQuery } from './calls.ts';
import { useAlarmTexts } from './useAlarmTexts.ts';
import { notedText, processWord } from './words.ts';

/** What was done with a record: when, what, who, in which words; the newest first. */
export function Acts({ row }: { readonly row: AlarmRow }) {
  const t = useAlarmTexts();
  const { data, error, refetch } = useQuery(actsQuery(row.id));
  const earlier = data ? data.pagination.total - data.list.length : 0;
  return (
    <section className={styles.part}>
      <h3>{t('acts')}</h3>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={60} />
      ) : !data ? (
        <LoadingState height={60} />
      ) : data.list.length === 0 ? (
        <p className={styles.quiet}>{t('noActs')}</p>
      ) : (
        <ol className={styles.acts}>
          {data.list.map((act) => (
            <Act key={act.id} act={act} zone={row.timeZone} />
          ))}
        </ol>
      )}
      {earlier > 0 && <p className={styles.quiet}>{t('moreActs', { n: earlier })}</p>}
    </section>
  );
}

function Act({ act, zone }: { readonly act: AlarmAct; readonly zone: string }) {
  const t = useAlarmTexts();
  const say = useText();
  const { kind, toProcess, until } = act;
  const words: Readonly<Record<string, string>> = {
    confirm: t('actConfirm'),
    state: t('actState', { state: say(processWord(toProcess ?? '')) }),
    comment: t('actComment'),
    shelve: t('actShelve', { at: until === null ? '' : timeAt(zone, until).slice(5) }),
    unshelve: t('actUnshelve'),
    raise: t('actRaise'),
    cleared: t('actCleared'),
    revised: t('actRevised'),
    withdrawn: t('actWithdrawn'),
    retired: t('actRetired'),
    shelved: t('actShelved'),
    suppressed: t('actSuppressed'),
  };
  return (
    <li>
      <time dateTime={new Date(act.at).toISOString()}>{secondAt(zone, act.at).slice(5)}</time>
      <span>
        <b>{act.byName}</b> {words[kind] ?? kind}
        {act.info && `: ${notedText(zone, act.info)}`}
      </span>
    </li>
  );
}
