import { Input, Select } from 'antd';
import { useState } from 'react';
import { STRATEGY_DAYS, type StrategyDay } from '#contract/plan.ts';
import { byClock, daySlots } from '#domain/storage/slots.ts';
import { post, postJson } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { notify } from '#web/ui/notice.ts';
import type { PlanDay } from '../contract.ts';
import { PlanDialog } from './PlanDialog.tsx';
import { usePlanTexts } from './usePlan.ts';
import kit from '#web/ui/kit.module.css';

const MONTHS = Array.from({ length: 12 }, (_, i) => ({ value: String(i + 1), label: String(i + 1) }));
const AT = 'archive/storageStrategy';

/** What a new strategy is for. */
interface NewStrategy {
  readonly strategyName: string;
  readonly dayType: StrategyDay;
  readonly months: readonly string[];
}

export interface StrategyDialogProps {
  readonly day: PlanDay;
  readonly points: readonly number[];
  readonly onClose: () => void;
}

/** Keeps a curve as a strategy: a new one, or a new version of one that is there. */
export function StrategyDialog({ day, points, onClose }: StrategyDialogProps) {
  const t = usePlanTexts();
  const [over, setOver] = useState(0);
  const [fresh, setFresh] = useState<NewStrategy>({ strategyName: '', dayType: 'any', months: [] });
  const { stationId, consumerId } = day.station;
  const keep = async (): Promise<void> => {
    const curve = { points: byClock(points, daySlots(day.station.timeZone, day.planDate)) };
    const quiet = { quiet: true };
    if (over === 0) await postJson(`${AT}/add`, { ...fresh, consumerId, stationId, curve }, quiet);
    else
      await post(
        `${AT}/editfield`,
        { id: over, fieldName: 'curve', fieldValue: JSON.stringify(curve) },
        quiet,
      );
    notify('success', t('strategySaved'));
  };
  const known = day.strategies.map(({ id, strategyName, version }) => ({
    value: id,
    label: `${strategyName} v${version}`,
  }));
  return (
    <PlanDialog
      title={t('asStrategy')}
      okText={t('asStrategy')}
      disabled={over === 0 && fresh.strategyName.trim() === ''}
      onClose={onClose}
      onSubmit={keep}
    >
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('strategyOver')}
        <Select value={over} onChange={setOver} options={[{ value: 0, label: t('strategyNew') }, ...known]} />
      </label>
      {over === 0 && <NewFields value={fresh} onChange={setFresh} />}
    </PlanDialog>
  );
}

function NewFields({
  value,
  onChange,
}: {
  readonly value: NewStrategy;
  readonly onChange: (value: NewStrategy) => void;
}) {
  const t = usePlanTexts();
  const say = useText();
  return (
    <>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('strategyName')}
        <Input
          value={value.strategyName}
          maxLength={60}
          data-focus
          onChange={(event) => onChange({ ...value, strategyName: event.target.value })}
        />
      </label>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('dayType')}
        <Select
          value={value.dayType}
          onChange={(dayType) => onChange({ ...value, dayType })}
          options={Object.entries(STRATEGY_DAYS).map(([code, label]) => ({
            value: code as StrategyDay,
            label: say(label),
          }))}
        />
      </label>
      <label className={`${kit.stackTight} ${kit.quiet}`}>
        {t('months')}
        <Select
          mode="multiple"
          value={[...value.months]}
          placeholder={t('wholeYear')}
          onChange={(months) => onChange({ ...value, months })}
          options={MONTHS}
        />
      </label>
    </>
  );
}
