import { Select } from 'antd';
import { type ReactNode, useState } from 'react';
import { type Interval, INTERVAL, INTERVAL_CODES, INTERVALS } from '#contract/interval.ts';
import { clampRange, firstRange } from '#domain/time/range.ts';
import { RangeField } from '#web/ui/RangeField.tsx';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { notify } from '#web/ui/notice.ts';
import { Segmented } from '#web/ui/Segmented.tsx';
import { codeWord } from '../domain/codeWord.ts';
import type { LineSpec } from '../domain/lineSpec.ts';
import { codeOf, useSources } from './firstLines.ts';

export interface LineFormProps {
  readonly consumerId: number;
  readonly today: string;
  readonly onAdd: (line: LineSpec) => void;
  /** Before its button. */
  readonly actions?: ReactNode;
}

/** Says which line to add: a meter of the enterprise, one of its codes, how fine, from when to when. */
export function LineForm({ consumerId, today, onAdd, actions }: LineFormProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('charge');
  const say = useText();
  const [meter, setMeter] = useState<number | null>(null);
  const [wanted, setCode] = useState('CZ');
  const [interval, setInterval] = useState<Interval>(INTERVAL.hour);
  const [range, setRange] = useState(() => firstRange(INTERVAL.hour, today));
  const { data } = useSources(consumerId);
  const source = data?.find((one) => one.ammeterId === meter) ?? data?.[0];
  const code = codeOf(source, wanted);
  return (
    <FilterBar
      unfolded
      actions={
        <>
          {actions}
          <Button
            kind="primary"
            disabled={!source}
            onClick={() =>
              source &&
              onAdd({
                ammeterIds: [source.ammeterId],
                dataCode: code,
                interval,
                beginDate: range.begin,
                endDate: range.end,
                type: null,
              })
            }
          >
            {t('add')}
          </Button>
        </>
      }
    >
      <Select<number>
        aria-label={t('meter')}
        placeholder={t('findMeter')}
        style={{ width: 230, maxWidth: '100%' }}
        showSearch={{ optionFilterProp: 'search' }}
        options={(data ?? []).map(({ ammeterId, ammeterName, ammeterCode }) => ({
          value: ammeterId,
          label: ammeterName,
          search: `${ammeterName} ${ammeterCode}`,
        }))}
        {...(source ? { value: source.ammeterId } : {})}
        onChange={setMeter}
      />
      <Select<string>
        aria-label={t('code')}
        style={{ width: 160 }}
        options={(source?.dataCodes ?? []).map((value) => ({
          value,
          label: say(codeWord(value)),
          title: value,
        }))}
        value={code}
        onChange={setCode}
      />
      <Segmented<Interval>
        label={t('interval')}
        options={INTERVAL_CODES.map((value) => ({ value, text: say(INTERVALS[value].label) }))}
        value={interval}
        onChange={(next) => {
          const kept = clampRange(next, range, today);
          if (kept.cut !== null) notify('warning', t('cut', { time: kept.cut }));
          setInterval(next);
          setRange({ begin: kept.begin, end: kept.end });
        }}
      />
      <RangeField interval={interval} {...range} today={today} onChange={setRange} />
    </FilterBar>
  );
}
