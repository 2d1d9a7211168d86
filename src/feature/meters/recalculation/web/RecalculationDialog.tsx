import { useQuery } from '@tanstack/react-query';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useState } from 'react';
import { ApiError, get, post } from '#web/api.ts';
import { queryClient } from '#web/api/queryClient.ts';
import type { ActionProps } from '#web/resource/slot.ts';
import { titleOf } from '#web/resource/target.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { formatNumber } from '#domain/figure/number.ts';
import { utcDate } from '#domain/time/date.ts';
import type { RecalculationEffect } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './RecalculationDialog.module.css';

/** Asks for an interval of days, shows what it holds, and files the recalculation. */
export function RecalculationDialog({ resource, row, onClose }: ActionProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('recalculation');
  const [fromDt, setFrom] = useState(() => dayjs().startOf('month').format('YYYY-MM-DD'));
  const [toDt, setTo] = useState(() => dayjs().format('YYYY-MM-DD'));
  const [busy, setBusy] = useState(false);
  const params = { ammeterId: row.id, fromDt, toDt };
  const effect = useQuery({
    queryKey: ['recalculation', params],
    queryFn: () => get<RecalculationEffect>('archive/ammeter/getRecalculation', params, { quiet: true }),
    retry: false,
  });
  const start = async (): Promise<void> => {
    setBusy(true);
    try {
      await post('archive/ammeter/editRecalculation', params);
      notify('success', t('started'));
      void queryClient.invalidateQueries({ queryKey: ['task'] });
      onClose();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  };
  const { data } = effect;
  const count = (value: number): string => formatNumber(value, 0);
  const none = !data || data.from === null;
  return (
    <Dialog
      title={t('title', { meter: titleOf(resource, row) })}
      onClose={onClose}
      width={480}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" disabled={none || busy || effect.isFetching} onClick={() => void start()}>
            {none ? t('startNone') : t('start', { buckets: count(data.buckets) })}
          </Button>
        </>
      }
    >
      <div className={styles.span}>
        {(
          [
            [t('from'), fromDt, setFrom],
            [t('to'), toDt, setTo],
          ] as const
        ).map(([label, value, set]) => (
          <label className={`${kit.stackTight} ${kit.quiet}`} key={label}>
            {label}
            <DatePicker
              allowClear={false}
              value={dayjs(value)}
              onChange={(day) => day && set(day.format('YYYY-MM-DD'))}
            />
          </label>
        ))}
      </div>
      <p aria-live="polite">
        {effect.isError
          ? effect.error.message
          : !data
            ? t('counting')
            : none
              ? t('effectNone')
              : t('effect', {
                  buckets: count(data.buckets),
                  days: count(data.days),
                  readings: count(data.readings),
                  intervals: count(data.intervals),
                })}
      </p>
      {data?.closedBefore != null && <p>{t('closed', { date: utcDate(data.closedBefore) })}</p>}
      <p className={kit.quiet}>{t('note')}</p>
    </Dialog>
  );
}
