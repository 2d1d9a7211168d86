import { CONTROL_REASONS } from '#contract/control.ts';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import type { Hindrance } from '#feature/watch/control/contract.ts';
import { useText } from '#web/text/useTexts.ts';
import { ListTable } from '#web/ui/ListTable.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
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
  const say = useText();
  const because = useBecause();
  const standing = (row: ShedLoadWire): string =>
    row.on === false
      ? t('alreadyOff')
      : row.hindrance
        ? because(row.hindrance)
        : row.place !== null
          ? t('place', { n: row.place })
          : t('may');
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
        {
          key: 'promised',
          title: t('promised'),
          unit: 'kW',
          end: true,
          render: (row) => formatNumber(row.promised, 0),
        },
        {
          key: 'now',
          title: t('now'),
          unit: 'kW',
          end: true,
          hint: (row) => row.ammeterName ?? undefined,
          render: (row) => formatNumber(row.power, 0),
        },
        {
          key: 'sheds',
          title: t('sheds'),
          unit: 'kW',
          end: true,
          render: (row) => formatNumber(row.sheds, 0),
        },
        {
          key: 'minimumOff',
          title: t('minimumOff'),
          unit: 's',
          end: true,
          render: (row) => (row.minimumOff === null ? MISSING : formatNumber(row.minimumOff, 0)),
        },
        {
          key: 'standing',
          title: t('standing'),
          hint: standing,
          render: (row) =>
            running && row.part !== null && row.part !== 'untouched' ? (
              <StatusDot status={PART_STATUS[row.part]} text={say(LOAD_PARTS[row.part])} />
            ) : (
              standing(row)
            ),
        },
      ]}
    />
  );
}
