import { DatePicker } from 'antd';
import { Link } from '@tanstack/react-router';
import type { Dayjs } from 'dayjs';
import { useMay } from '#web/session/session.ts';
import { Panel } from '#web/ui/Panel.tsx';
import type { Effect, ValueRow } from '../contract.ts';
import { instantOf, pickerOf } from '#web/text/clock.ts';
import type { Interval } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './MeterRepair.module.css';
import { RepairForm } from './RepairForm.tsx';
import { useCorrectionTexts } from './useCorrectionTexts.ts';
import { useRepair } from './useRepair.ts';
import { ValueList } from './ValueList.tsx';

export interface RepairPanelProps {
  readonly ammeterId: number;
  readonly zone: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  readonly onInterval: (from: number, to: number) => void;
  /** What the repair that is shown would make of the curve. */
  readonly onEffect: (effect: Effect | null) => void;
}

/** What can be done to the chosen interval: the effect first, then, with a reason, the repair. */
export function RepairPanel(props: RepairPanelProps) {
  const { ammeterId, zone, unit, from, to, onInterval, onEffect } = props;
  const t = useCorrectionTexts();
  const may = useMay('correction.edit');
  const mayImport = useMay('dataInput.import');
  const interval = { ammeterId, from, to };
  const draft = useRepair(interval, onEffect);
  const taking = (kind: 'ignore' | 'choose') => (row: ValueRow) => {
    draft.take(kind, row);
    onInterval(row.from, row.to);
  };
  const moment = (label: string, at: number, set: (at: number) => void) => (
    <Moment
      label={label}
      zone={zone}
      at={at}
      onChange={(next) => {
        set(next);
        draft.touch();
      }}
    />
  );
  return (
    <Panel title={t('repair')} extra={mayImport && <ImportLink interval={interval} />}>
      <div className={styles.form}>
        {draft.kind === 'register' ? (
          moment(t('instant'), from, (at) => onInterval(at, at))
        ) : (
          <>
            {moment(t('from'), from, (at) => onInterval(at, Math.max(at, to)))}
            {moment(t('to'), to, (at) => onInterval(Math.min(at, from), at))}
          </>
        )}
        {may ? <RepairForm draft={draft} unit={unit} /> : <p className={kit.note}>{t('mayNot')}</p>}
        <h3 className={styles.heading}>{t('values')}</h3>
        <ValueList
          interval={interval}
          zone={zone}
          onIgnore={may ? taking('ignore') : undefined}
          onUse={may ? taking('choose') : undefined}
        />
      </div>
    </Panel>
  );
}

/** The way to values from a file: the import says which meter and interval it is for, and stays with the enterprise in view. */
function ImportLink({ interval }: { interval: Interval }) {
  const t = useCorrectionTexts();
  const aim = (before: object) => ({
    ...('consumer' in before ? { consumer: before.consumer } : {}),
    view: 'import',
    ...interval,
  });
  return (
    <Link to="/SDNPowerAdmin/SDNDataInput" search={aim as never}>
      {t('byImport')}
    </Link>
  );
}

interface MomentProps {
  readonly label: string;
  readonly zone: string;
  readonly at: number;
  readonly onChange: (at: number) => void;
}

/** An instant, told and picked in the meter's zone. */
function Moment({ label, zone, at, onChange }: MomentProps) {
  return (
    <label className={`${kit.stackTight} ${styles.field}`}>
      <span>{label}</span>
      <DatePicker
        showTime
        needConfirm={false}
        allowClear={false}
        format="YYYY-MM-DD HH:mm:ss"
        value={pickerOf(zone, at)}
        onChange={(picked: Dayjs | null) => picked && onChange(instantOf(zone, picked))}
      />
    </label>
  );
}
