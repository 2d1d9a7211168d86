import { Checkbox } from 'antd';
import type { TableColumn } from '#web/ui/Table.tsx';
import type { PlanCurveRow } from '../contract.ts';
import { usePlanTexts } from './usePlan.ts';

/** Which plans of a list are chosen. */
export interface Ticks {
  readonly isOn: (row: PlanCurveRow) => boolean;
  readonly isFree: (row: PlanCurveRow) => boolean;
  readonly onChange: (row: PlanCurveRow, on: boolean) => void;
}

/** The columns of plans with boxes to choose them, behind the first. */
export function useTicked(
  columns: readonly TableColumn<PlanCurveRow>[],
  ticks: Ticks | null,
): readonly TableColumn<PlanCurveRow>[] {
  const t = usePlanTexts();
  const [first, ...rest] = columns;
  if (!first || !ticks) return columns;
  const tick: TableColumn<PlanCurveRow> = {
    key: 'tick',
    title: '',
    render: (row) => (
      <Checkbox
        checked={ticks.isOn(row)}
        disabled={!ticks.isFree(row)}
        aria-label={t('choose', { plan: `${row.planDate} v${row.version}` })}
        onChange={({ target }) => ticks.onChange(row, target.checked)}
      />
    ),
  };
  return [first, tick, ...rest];
}
