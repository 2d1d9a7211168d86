import { DatePicker, Input, Select } from 'antd';
import { Link } from '@tanstack/react-router';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { ApiError } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { Button } from '#web/ui/Button.tsx';
import { notify } from '#web/ui/notice.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { type Effect, REPAIR_KINDS, type RepairKind, type ValueRow } from '../contract.ts';
import { addRepair, type Ask, previewRepair } from './calls.ts';
import { instantOf, pickerOf } from '#web/text/clock.ts';
import { EffectView } from './EffectView.tsx';
import styles from './MeterRepair.module.css';
import { amountOf, hintOf, nameOf } from './operation.ts';
import { useCorrectionTexts } from './useCorrectionTexts.ts';
import { ValueList } from './ValueList.tsx';

export interface RepairPanelProps {
  readonly ammeterId: number;
  readonly zone: string;
  readonly unit: string;
  readonly from: number;
  readonly to: number;
  readonly onStretch: (from: number, to: number) => void;
  /** What the repair that is shown would make of the curve. */
  readonly onEffect: (effect: Effect | null) => void;
}

interface Shown {
  readonly ask: string;
  readonly effect: Effect;
}

/** What can be done to the chosen stretch: the effect first, then, with a reason, the repair. */
export function RepairPanel(props: RepairPanelProps) {
  const { ammeterId, zone, unit, from, to, onStretch, onEffect } = props;
  const t = useCorrectionTexts();
  const may = useMay('correction.edit');
  const mayImport = useMay('dataInput.import');
  const [kind, setKind] = useState<RepairKind>('interpolate');
  const [amount, setAmount] = useState('');
  const [target, setTarget] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [shown, setShown] = useState<Shown | null>(null);
  const [fault, setFault] = useState<{ field: string | undefined; text: string } | null>(null);
  const [busy, setBusy] = useState(false);

  /** The import says which meter and stretch it is for, and stays with the enterprise in view. */
  const importAim = (before: object) => ({
    ...('consumer' in before ? { consumer: before.consumer } : {}),
    view: 'import',
    ammeterId,
    from,
    to,
  });

  const single = kind === 'register';
  const number = amountOf(kind);
  const ask: Ask = {
    ammeterId,
    from,
    to: single ? from : to,
    kind,
    ...(number ? { amount } : {}),
    ...(kind === 'ignore' && target !== null ? { target } : {}),
  };
  const key = JSON.stringify(ask);
  const effect = shown?.ask === key ? shown.effect : null;

  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault({ field: error.field, text: error.message });
    } finally {
      setBusy(false);
    }
  };
  const preview = (): Promise<void> =>
    attempt(async () => {
      const told = await previewRepair(ask);
      setShown({ ask: key, effect: told });
      onEffect(told);
    });
  const apply = (): Promise<void> =>
    attempt(async () => {
      await addRepair(ask, reason.trim());
      notify('success', t('applied'));
      setShown(null);
      setReason('');
      onEffect(null);
    });
  const change = <T,>(set: (value: T) => void, value: T): void => {
    set(value);
    setFault(null);
    onEffect(null);
  };
  const take = (next: RepairKind, row: ValueRow): void => {
    change(setKind, next);
    setTarget(next === 'ignore' ? row.source : null);
    setAmount(next === 'choose' ? row.value : '');
    onStretch(row.from, row.to);
  };
  const moment = (label: string, at: number, set: (at: number) => void) => (
    <label className={styles.field}>
      <span>{label}</span>
      <DatePicker
        showTime
        needConfirm={false}
        allowClear={false}
        format="YYYY-MM-DD HH:mm:ss"
        value={pickerOf(zone, at)}
        onChange={(picked: Dayjs | null) => picked && change(set, instantOf(zone, picked))}
      />
    </label>
  );
  return (
    <Panel
      title={t('repair')}
      extra={
        mayImport && (
          <Link to="/SDNPowerAdmin/SDNDataInput" search={importAim as never}>
            {t('byImport')}
          </Link>
        )
      }
    >
      <div className={styles.form}>
        {single ? (
          moment(t('instant'), from, (at) => onStretch(at, at))
        ) : (
          <>
            {moment(t('from'), from, (at) => onStretch(at, Math.max(at, to)))}
            {moment(t('to'), to, (at) => onStretch(Math.min(at, from), at))}
          </>
        )}
        {may ? (
          <>
            <label className={styles.field} htmlFor="repair-kind">
              <span>{t('operation')}</span>
              <Select<RepairKind>
                id="repair-kind"
                value={kind}
                onChange={(next) => {
                  change(setKind, next);
                  setTarget(null);
                }}
                options={REPAIR_KINDS.map((value) => ({ value, label: t(nameOf(value)) }))}
              />
            </label>
            <p className={styles.note}>{t(hintOf(kind))}</p>
            {number && (
              <label className={styles.field}>
                <span>{t(number)}</span>
                <Input
                  inputMode="decimal"
                  value={amount}
                  suffix={kind === 'scale' ? '×' : unit}
                  status={fault?.field === 'amount' ? 'error' : ''}
                  onChange={(event) => change(setAmount, event.target.value)}
                  onPressEnter={() => void preview()}
                />
              </label>
            )}
            {fault && (
              <p className={styles.fault} role="alert">
                {fault.text}
              </p>
            )}
            <Button kind={effect ? 'default' : 'primary'} disabled={busy} onClick={() => void preview()}>
              {t('showEffect')}
            </Button>
            {effect && (
              <>
                <EffectView effect={effect} unit={unit} />
                <label className={styles.field}>
                  <span>{t('reason')}</span>
                  <Input.TextArea
                    rows={2}
                    maxLength={300}
                    placeholder={t('reasonHint')}
                    value={reason}
                    onChange={(event) => setReason(event.target.value)}
                  />
                </label>
                <Button kind="primary" disabled={busy || reason.trim() === ''} onClick={() => void apply()}>
                  {t('apply')}
                </Button>
              </>
            )}
          </>
        ) : (
          <p className={styles.note}>{t('mayNot')}</p>
        )}
        <h3 className={styles.heading}>{t('values')}</h3>
        <ValueList
          stretch={{ ammeterId, from, to }}
          zone={zone}
          onIgnore={may ? (row) => take('ignore', row) : undefined}
          onUse={may ? (row) => take('choose', row) : undefined}
        />
      </div>
    </Panel>
  );
}
