import { textIn } from '#contract/text.ts';
import { useQuery } from '@tanstack/react-query';
import type { Fields } from '#contract/define.ts';
import type { Field } from '#contract/field.ts';
import { kindContracts } from '#contract/kinds.ts';
import { gaugeConfigure } from '#resource/yunshui/gaugeConfigure.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { useLanguage } from '#web/text/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { NumberText } from '#web/ui/NumberText.tsx';
import { MISSING, scaleFor } from '#domain/figure/number.ts';
import { Table } from '#web/ui/Table.tsx';
import type { GaugeLife } from '../contract.ts';
import { lifeQuery } from './calls.ts';
import styles from './GaugeLife.module.css';
import { useArchiveTexts } from './useArchiveTexts.ts';

/** The whole life of an instrument as a timeline, with its consumption. */
export function GaugeLifeDialog({ row, onClose }: ActionProps) {
  const t = useArchiveTexts();
  const answer = useQuery(lifeQuery(row.id));
  return (
    <Dialog
      side="right"
      width={520}
      title={t('life', { name: String(row['meterName']) })}
      onClose={onClose}
      foot={<Button onClick={onClose}>{t('close')}</Button>}
    >
      {answer.isPending ? (
        <LoadingState height={200} />
      ) : answer.isError ? (
        <ErrorState what={answer.error.message} onRetry={() => void answer.refetch()} height={200} />
      ) : (
        <Life life={answer.data} onLeave={onClose} />
      )}
    </Dialog>
  );
}

function Life({ life, onLeave }: { readonly life: GaugeLife; readonly onLeave: () => void }) {
  const t = useArchiveTexts();
  const language = useLanguage();
  const wordOf = (field: Field, value: unknown): string =>
    value == null ? MISSING : kindContracts[field.kind].format(value, field, language);
  const inWords = ({
    field: name,
    before,
    after,
  }: GaugeLife['events'][number]['changes'][number]): string => {
    const field: Field | undefined = (gaugeConfigure.fields as Fields)[name];
    return field
      ? `${textIn(field.label, language)}: ${wordOf(field, before)} → ${wordOf(field, after)}`
      : name;
  };
  return (
    <>
      <ol className={styles.line}>
        {life.events.map((event) => (
          <li
            key={`${event.kind} ${event.day} ${event.detail ?? JSON.stringify(event.changes)}`}
            data-kind={event.kind}
          >
            <time>{event.day}</time>
            <b>{t(`event_${event.kind}`)}</b>
            <span>
              {[event.serNo, event.detail, ...event.changes.map(inWords)].filter(Boolean).join(' · ')}
            </span>
          </li>
        ))}
      </ol>
      <h3 className={styles.head}>{t('consumption')}</h3>
      {life.ammeterId === null ? (
        <p className={styles.none}>{t('noAmmeter')}</p>
      ) : (
        <>
          <Months life={life} />
          <p>
            <PageLink kind="meter" id={life.ammeterId} part={{ tab: 'life' }} onFollow={onLeave}>
              {t('openLife')}
            </PageLink>
          </p>
        </>
      )}
    </>
  );
}

/** What the meter measured in each month. */
function Months({ life }: { readonly life: GaugeLife }) {
  const scale = scaleFor(
    life.unit ?? '',
    life.months.map(({ energy }) => energy),
  );
  return (
    <Table
      look="lines"
      headless
      className={styles.months}
      columns={[
        { key: 'month', title: '', rowHead: true, render: ({ month }) => month },
        {
          key: 'energy',
          title: '',
          end: true,
          render: ({ energy }) => <NumberText value={energy} scale={scale} withUnit />,
        },
      ]}
      rows={life.months}
      keyOf={({ month }) => month}
    />
  );
}
