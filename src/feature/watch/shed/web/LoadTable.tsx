import { CONTROL_REASONS } from '#contract/control.ts';
import { formatNumber } from '#domain/figure/number.ts';
import type { Hindrance } from '#feature/watch/control/contract.ts';
import { useText } from '#web/text/useTexts.ts';
import { ListTable } from '#web/ui/ListTable.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { LOAD_PARTS, type LoadPartName, type ShedLoadWire } from '../contract.ts';
import { useShedTexts } from './useShedTexts.ts';

/** The colour of where a load stands in a run. */
export const PART_STATUS = {
  untouched: 'offline',
  underWay: 'warning',
  shed: 'warning',
  restored: 'normal',
  left: 'alarm',
} as const satisfies Readonly<Record<LoadPartName, string>>;

/** Why something may not be done, in words. */
function useBecause(): (hindrance: Hindrance) => string {
  const say = useText();
  return ({ reason, detail }) => {
    const { zh, en } = CONTROL_REASONS[reason];
    return say(detail ? { zh: `${zh}：${detail.zh}`, en: `${en}: ${detail.en}` } : { zh, en });
  };
}

/** The loads of a plan in their order, each with what it is good for and why it may not be shed. */
export function LoadTable({
  loads,
  running,
}: {
  readonly loads: readonly ShedLoadWire[];
  readonly running: boolean;
}) {
  const t = useShedTexts();
  const whole = (value: number | null): string => formatNumber(value, 0);
  const power = (key: 'promised' | 'now' | 'sheds', of: (row: ShedLoadWire) => number | null) => ({
    key,
    title: t(key),
    unit: 'kW',
    end: true,
    render: (row: ShedLoadWire) => whole(of(row)),
  });
  return (
    <ListTable<ShedLoadWire>
      label={t('loads')}
      rows={loads}
      total={loads.length}
      page={null}
      onPage={() => {}}
      empty={null}
      keyOf={(row) => row.controlId}
      columns={[
        { key: 'load', title: t('load'), render: (row) => `${row.controlCode} ${row.controlName}` },
        { key: 'priority', title: t('priority'), end: true, render: (row) => row.priority },
        {
          key: 'position',
          title: t('position'),
          render: (row) => (row.on === null ? t('unknown') : row.on ? t('on') : t('off')),
        },
        power('promised', (row) => row.promised),
        { ...power('now', (row) => row.power), hint: (row) => row.ammeterName ?? undefined },
        power('sheds', (row) => row.sheds),
        {
          key: 'minimumOff',
          title: t('minimumOff'),
          unit: 's',
          end: true,
          render: (row) => whole(row.minimumOff),
        },
        useStandingColumn(running),
      ]}
    />
  );
}

/** Where a load stands in the run; where there is none, whether it may be shed and why not. */
function useStandingColumn(running: boolean): TableColumn<ShedLoadWire> {
  const t = useShedTexts();
  const say = useText();
  const because = useBecause();
  const standing = ({ on, hindrance, place }: ShedLoadWire): string => {
    if (on === false) return t('alreadyOff');
    if (hindrance) return because(hindrance);
    return place === null ? t('may') : t('place', { n: place });
  };
  return {
    key: 'standing',
    title: t('standing'),
    hint: standing,
    render: (row) =>
      running && row.part !== null && row.part !== 'untouched' ? (
        <StatusDot status={PART_STATUS[row.part]} text={say(LOAD_PARTS[row.part])} />
      ) : (
        standing(row)
      ),
  };
}
