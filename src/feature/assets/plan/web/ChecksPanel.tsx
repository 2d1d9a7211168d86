import { VIOLATION_KINDS, type ViolationKind } from '#contract/plan.ts';
import { energyOf } from '#domain/storage/plan.ts';
import { type DaySlots, slotSpan } from '#domain/storage/slots.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { PlanDay, ViolationWire } from '../contract.ts';
import type { Chosen } from './edit.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Plan.module.css';
import { usePlanTexts } from './usePlan.ts';

const amount = (kind: ViolationKind, value: number): string =>
  kind === 'socLow' || kind === 'socHigh' ? `${(value * 100).toFixed(1)}%` : `${value.toFixed(1)} kW`;

export interface ChecksPanelProps {
  readonly day: PlanDay;
  readonly points: readonly number[];
  readonly slots: DaySlots;
  readonly violations: readonly ViolationWire[];
  readonly onChoose: (chosen: Chosen) => void;
}

/** What a curve breaks, interval by interval, and what holds. */
export function ChecksPanel({ day, points, slots, violations, onChoose }: ChecksPanelProps) {
  const t = usePlanTexts();
  const say = useText();
  const { station, load, loadDays } = day;
  const broken = new Set(violations.map(({ kind }) => kind));
  const { chargedKwh, dischargedKwh } = energyOf(points);
  const cycles = dischargedKwh / station.dischargeEfficiency / station.energyKwh;
  const holds: readonly (readonly [boolean, string])[] = [
    [!broken.has('power'), t('ok_power')],
    [!broken.has('socLow') && !broken.has('socHigh'), t('ok_soc')],
    [
      station.transformerKva !== null && !broken.has('transformer'),
      t('ok_transformer', { n: station.transformerKva ?? 0 }),
    ],
    [!station.exportAllowed && load !== null && !broken.has('export'), t('ok_export')],
    [day.begun > 0 && !broken.has('locked'), t('ok_locked')],
  ];
  return (
    <Panel
      title={t('checks')}
      unit={violations.length === 0 ? t('checksFine') : t('checksUnit', { n: violations.length })}
    >
      <ul className={`${kit.list} ${styles.checks}`} aria-live="polite">
        {violations.map(({ kind, from, to, worst, limit }) => (
          <li key={`${kind} ${from}`}>
            <span>
              <StatusDot status="alarm" text={say(VIOLATION_KINDS[kind])} />
              <small>
                {slotSpan(slots, from, to)},{' '}
                {t('worst', { worst: amount(kind, worst), limit: amount(kind, limit) })}
              </small>
            </span>
            <Button kind="link" onClick={() => onChoose({ from, to })}>
              {t('goThere')}
            </Button>
          </li>
        ))}
      </ul>
      <p className={styles.fine}>
        {holds
          .filter(([is]) => is)
          .map(([, name]) => (
            <StatusDot key={name} status="normal" text={name} />
          ))}
      </p>
      <p className={kit.note}>
        {t('totals', {
          d: dischargedKwh.toFixed(1),
          c: chargedKwh.toFixed(1),
          n: cycles.toFixed(2),
        })}
      </p>
      <p className={kit.note}>{load === null ? t('loadUnknown') : t('loadKnown', { n: loadDays })}</p>
    </Panel>
  );
}
