import { Input, Select } from 'antd';
import { Button } from '#web/ui/Button.tsx';
import { REPAIR_KINDS, type RepairKind } from '../contract.ts';
import { EffectView } from './EffectView.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './MeterRepair.module.css';
import { amountOf, hintOf, nameOf } from './operation.ts';
import { useCorrectionTexts } from './useCorrectionTexts.ts';
import type { RepairDraft } from './useRepair.ts';

/** What is done to the interval and, once its effect was shown, why. */
export function RepairForm({ draft, unit }: { draft: RepairDraft; unit: string }) {
  const t = useCorrectionTexts();
  const { kind, fault, effect, busy } = draft;
  return (
    <>
      <label className={`${kit.stackTight} ${styles.field}`} htmlFor="repair-kind">
        <span>{t('operation')}</span>
        <Select<RepairKind>
          id="repair-kind"
          value={kind}
          onChange={draft.setKind}
          options={REPAIR_KINDS.map((value) => ({ value, label: t(nameOf(value)) }))}
        />
      </label>
      <p className={kit.note}>{t(hintOf(kind))}</p>
      <Amount draft={draft} unit={unit} />
      {fault && (
        <p className={kit.fault} role="alert">
          {fault.text}
        </p>
      )}
      <Button kind={effect ? 'default' : 'primary'} disabled={busy} onClick={draft.preview}>
        {t('showEffect')}
      </Button>
      {effect && (
        <>
          <EffectView effect={effect} unit={unit} />
          <Reason draft={draft} />
          <Button kind="primary" disabled={busy || draft.reason.trim() === ''} onClick={draft.apply}>
            {t('apply')}
          </Button>
        </>
      )}
    </>
  );
}

/** The number that the repair takes, where it takes one. */
function Amount({ draft, unit }: { draft: RepairDraft; unit: string }) {
  const t = useCorrectionTexts();
  const number = amountOf(draft.kind);
  if (!number) return null;
  return (
    <label className={`${kit.stackTight} ${styles.field}`}>
      <span>{t(number)}</span>
      <Input
        inputMode="decimal"
        value={draft.amount}
        suffix={draft.kind === 'scale' ? '×' : unit}
        status={draft.fault?.field === 'amount' ? 'error' : ''}
        onChange={(event) => draft.setAmount(event.target.value)}
        onPressEnter={draft.preview}
      />
    </label>
  );
}

function Reason({ draft }: { draft: RepairDraft }) {
  const t = useCorrectionTexts();
  return (
    <label className={`${kit.stackTight} ${styles.field}`}>
      <span>{t('reason')}</span>
      <Input.TextArea
        rows={2}
        maxLength={300}
        placeholder={t('reasonHint')}
        value={draft.reason}
        onChange={(event) => draft.setReason(event.target.value)}
      />
    </label>
  );
}
