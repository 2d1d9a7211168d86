import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { STAT_TYPES, type StatType } from '#contract/upload.ts';
import { dateAt } from '#domain/time/text.ts';
import { get, post } from '#web/api.ts';
import { shownName } from '#web/text/secondName.ts';
import { useText } from '#web/text/useTexts.ts';
import { notify } from '#web/ui/notice.ts';
import type { PlatformHead } from '../contract.ts';
import { DialogForm } from './DialogForm.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Report.module.css';
import { useReportTexts } from './useArea.ts';

interface ItemOption {
  readonly id: number;
  readonly collectItemName: string;
  readonly collectItemNameEn?: string | null;
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
  const [[thisYear = 2026, thisMonth = 1]] = useState(() =>
    dateAt(head.timeZone, Date.now()).split('-').map(Number),
  );
  const [year, setYear] = useState(thisYear);
  const [month, setMonth] = useState<number>(thisMonth);
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const start = async (): Promise<void> => {
    const dataCollectConfigureIds = chosen.length > 0 ? chosen.join(',') : null;
    const params = { platformId: head.id, year, month: month === 0 ? null : month, dataCollectConfigureIds };
    await post('yunshui/uploadRecord/dataUpdate', params, { quiet: true });
    notify('info', t('started'));
  };
  const years = Array.from({ length: YEARS }, (_, i) => thisYear - i);
  return (
    <DialogForm
      title={`${t('startTitle')} · ${head.platformName}`}
      okText={t('start')}
      onClose={onClose}
      onSubmit={start}
    >
      <div className={styles.fields}>
        <label className={`${kit.stackTight} ${kit.quiet}`}>
          {t('year')}
          <Select
            value={year}
            onChange={setYear}
            options={years.map((value) => ({ value, label: String(value) }))}
          />
        </label>
        <label className={`${kit.stackTight} ${kit.quiet}`}>
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
      <ItemChoice consumerId={head.consumerId} value={chosen} onChange={setChosen} />
      <p className={styles.quiet}>{t('startNote')}</p>
    </DialogForm>
  );
}

interface ItemChoiceProps {
  readonly consumerId: number;
  readonly value: readonly number[];
  readonly onChange: (ids: readonly number[]) => void;
}

/** The items of an enterprise; none chosen means all. */
function ItemChoice({ consumerId, value, onChange }: ItemChoiceProps) {
  const t = useReportTexts();
  const say = useText();
  const items = useQuery({
    queryKey: ['reporting', 'items', consumerId],
    queryFn: () =>
      get<readonly ItemOption[]>(
        'yunshui/dataCollectConfigure/getList',
        { orgId: consumerId },
        { quiet: true },
      ),
  });
  return (
    <label className={`${kit.stackTight} ${kit.quiet}`}>
      {t('items')}
      <Select
        mode="multiple"
        value={[...value]}
        onChange={onChange}
        placeholder={t('allItems')}
        loading={items.isPending}
        optionFilterProp="label"
        maxTagCount={6}
        options={(items.data ?? []).map((one) => ({
          value: one.id,
          label: `${shownName(one.collectItemName, one.collectItemNameEn)} · ${say(STAT_TYPES[one.statType])}`,
        }))}
      />
    </label>
  );
}
