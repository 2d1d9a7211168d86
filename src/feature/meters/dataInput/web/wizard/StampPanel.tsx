import { InputNumber, Segmented, Select } from 'antd';
import { useMemo } from 'react';
import { DAY_SECONDS } from '#domain/time/duration.ts';
import { timeAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { type Analysis, INTERVAL_CHOICES, type Mapping, type StampRule } from '../../contract.ts';
import { type StampExample, stampExamples } from '../../domain/example.ts';
import type { InputMeter } from '../calls.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './StampPanel.module.css';

export interface StampPanelProps {
  readonly analysis: Analysis;
  readonly meters: readonly InputMeter[];
  readonly mapping: Mapping;
  readonly onChange: (mapping: Mapping) => void;
  readonly onSheet: (sheet: string) => Promise<void>;
}

/** What the time of a row means, with a worked example from the file. */
export function StampPanel({ analysis, meters, mapping, onChange, onSheet }: StampPanelProps) {
  const t = useDataInputTexts();
  const set = (change: Partial<Mapping>): void => onChange({ ...mapping, ...change });
  const zones = useMemo(() => {
    const sites = [...new Set(meters.map((meter) => meter.zone))];
    const others = Intl.supportedValuesOf('timeZone').filter((zone) => !sites.includes(zone));
    return [
      ...sites.map((zone) => ({ value: zone, label: t('siteZone', { zone }) })),
      ...others.map((zone) => ({ value: zone, label: zone })),
    ];
  }, [meters, t]);
  const found = analysis.mapping.intervalSeconds;
  const lengths = [...new Set([...INTERVAL_CHOICES, ...(found ? [found] : [])])].sort((a, b) => a - b);
  const lengthText = (seconds: number): string => {
    if (seconds === DAY_SECONDS) return t('oneDay');
    if (seconds % 3600 === 0) return t('hours', { n: seconds / 3600 });
    return seconds % 60 === 0 ? t('minutes', { n: seconds / 60 }) : t('seconds', { n: seconds });
  };
  const examples = stampExamples(mapping, analysis.sample);
  return (
    <Panel title={t('stampRule')}>
      <div className={styles.panel}>
        <Segmented<StampRule>
          block
          vertical
          aria-label={t('stampRule')}
          value={mapping.stamp}
          options={[
            { value: 'start', label: t('start') },
            { value: 'end', label: t('endOfSpan') },
            { value: 'midnight', label: t('midnight') },
          ]}
          onChange={(stamp) => set({ stamp })}
        />
        <Line label={t('meaning')}>
          <Select
            aria-label={t('meaning')}
            value={mapping.kind}
            options={[
              { value: 'interval' as const, label: t('interval') },
              { value: 'register' as const, label: t('register') },
            ]}
            onChange={(kind) =>
              set({
                kind,
                intervalSeconds: kind === 'interval' ? (mapping.intervalSeconds ?? found ?? 900) : null,
              })
            }
          />
        </Line>
        {mapping.kind === 'interval' && (
          <Line label={t('length')}>
            <Select
              aria-label={t('length')}
              value={mapping.intervalSeconds}
              options={lengths.map((seconds) => ({
                value: seconds,
                label: seconds === found ? t('byFile', { text: lengthText(seconds) }) : lengthText(seconds),
              }))}
              onChange={(intervalSeconds) => set({ intervalSeconds })}
            />
          </Line>
        )}
        <Line label={t('zone')}>
          <Select
            aria-label={t('zone')}
            value={mapping.zone}
            showSearch={{ optionFilterProp: 'label' }}
            options={zones}
            onChange={(zone) => set({ zone })}
          />
        </Line>
        <Line label={t('decimalSign')}>
          <Select
            aria-label={t('decimalSign')}
            value={mapping.decimalSign}
            options={[
              { value: '.' as const, label: t('point') },
              { value: ',' as const, label: t('comma') },
            ]}
            onChange={(decimalSign) => set({ decimalSign })}
          />
        </Line>
        {analysis.sheets.length > 1 && (
          <Line label={t('sheet')}>
            <Select
              aria-label={t('sheet')}
              value={mapping.sheet || analysis.sheet}
              options={analysis.sheets.map((sheet) => ({ value: sheet, label: sheet }))}
              onChange={(sheet) => void onSheet(sheet).catch(() => {})}
            />
          </Line>
        )}
        <Line label={t('headerRow')}>
          <InputNumber
            aria-label={t('headerRow')}
            min={0}
            max={1000}
            precision={0}
            value={mapping.headerRow}
            onChange={(headerRow) => set({ headerRow: headerRow ?? 0 })}
          />
        </Line>
        <ul className={styles.examples}>
          {examples.map((example) => (
            <li key={example.stamp}>
              <Example example={example} zone={mapping.zone} />
            </li>
          ))}
        </ul>
      </div>
    </Panel>
  );
}

function Line({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className={styles.line}>
      <span>{label}</span>
      {children}
    </div>
  );
}

function Example({ example, zone }: { example: StampExample; zone: string }) {
  const t = useDataInputTexts();
  const say = useText();
  const { stamp } = example;
  if ('reason' in example) return <StatusDot status="alarm" text={`${stamp}: ${say(example.reason)}`} />;
  if ('at' in example) return t('exampleInstant', { stamp, at: timeAt(zone, example.at) });
  const from = timeAt(zone, example.start);
  const to = timeAt(zone, example.end);
  // The end of a day is 24:00 to a person.
  const [endDay = '', endClock = ''] = to.split(' ');
  const end = endClock === '00:00' ? '24:00' : endDay === from.slice(0, 10) ? endClock : to;
  return t('exampleSpan', { stamp, from, to: end });
}
