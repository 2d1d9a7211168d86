import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useId, useState } from 'react';
import { STAT_TYPES, type StatType } from '#contract/upload.ts';
import { ApiError, get, post } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { notify } from '#web/ui/notice.ts';
import { dateAt } from '#domain/time/text.ts';
import type { PlatformHead } from '../contract.ts';
import { refreshReporting } from './calls.ts';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

interface ItemOption {
  readonly id: number;
  readonly collectItemName: string;
  readonly statType: StatType;
}

const YEARS = 6;
const MONTHS = Array.from({ length: 12 }, (_, i) => i + 1);

/** Asks which items of which year or month are reported, and starts. */
export function StartDialog({
  head,
  onClose,
}: {
  readonly head: PlatformHead;
  readonly onClose: () => void;
}) {
  const t = useReportTexts();
  const say = useText();
  const id = useId();
  const [thisYear = 2026, thisMonth = 1] = dateAt(head.timeZone, Date.now()).split('-').map(Number);
  const [year, setYear] = useState(thisYear);
  const [month, setMonth] = useState<number>(thisMonth);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const items = useQuery({
    queryKey: ['reporting', 'items', head.consumerId],
    queryFn: () =>
      get<readonly ItemOption[]>(
        'yunshui/dataCollectConfigure/getList',
        { orgId: head.consumerId },
        { quiet: true },
      ),
  });
  const start = async (): Promise<void> => {
    try {
      await post(
        'yunshui/uploadRecord/dataUpdate',
        {
          platformId: head.id,
          year,
          month: month === 0 ? null : month,
          dataCollectConfigureIds: chosen.length > 0 ? chosen.join(',') : null,
        },
        { quiet: true },
      );
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return setProblem(error.message);
    }
    notify('info', t('started'));
    onClose();
    await refreshReporting();
  };
  return (
    <Dialog
      title={`${t('startTitle')} · ${head.platformName}`}
      onClose={onClose}
      foot={
        <>
          <Button onClick={onClose}>{t('cancel')}</Button>
          <Button kind="primary" type="submit" form={id}>
            {t('start')}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          void start();
        }}
      >
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <div className={styles.fields}>
          <label>
            {t('year')}
            <Select
              value={year}
              onChange={setYear}
              options={Array.from({ length: YEARS }, (_, i) => ({
                value: thisYear - i,
                label: String(thisYear - i),
              }))}
            />
          </label>
          <label>
            {t('month')}
            <Select
              value={month}
              onChange={setMonth}
              style={{ minWidth: 240 }}
              options={[
                { value: 0, label: t('wholeYear') },
                ...MONTHS.map((value) => ({ value, label: String(value) })),
              ]}
            />
          </label>
        </div>
        <label>
          {t('items')}
          <Select
            mode="multiple"
            value={[...chosen]}
            onChange={setChosen}
            placeholder={t('allItems')}
            loading={items.isPending}
            optionFilterProp="label"
            maxTagCount={6}
            options={(items.data ?? []).map((one) => ({
              value: one.id,
              label: `${one.collectItemName} · ${say(STAT_TYPES[one.statType])}`,
            }))}
          />
        </label>
        <p className={styles.quiet}>{t('startNote')}</p>
      </form>
    </Dialog>
  );
}
