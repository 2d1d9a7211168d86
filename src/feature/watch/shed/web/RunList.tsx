import { useQuery } from '@tanstack/react-query';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { secondAt } from '#domain/time/text.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { answerOf, ListTable } from '#web/ui/ListTable.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import { RUN_ENDS, RUN_STATES, type ShedRunWire } from '../contract.ts';
import type { ChangeShed, ShedAddress } from './address.ts';
import { runsQuery } from './calls.ts';
import { useShedTexts } from './useShedTexts.ts';

interface RunListProps {
  readonly consumerId: number;
  readonly address: ShedAddress;
  readonly onChange: ChangeShed;
}

/** What was shed, with what was promised and what meters verified. */
export function RunList({ consumerId, address, onChange }: RunListProps) {
  const t = useShedTexts();
  const { page, size } = address;
  const answer = useQuery(runsQuery({ consumerId, current: page, pageSize: size }));
  return (
    <Panel flush title={t('runs')}>
      <ListTable<ShedRunWire>
        {...answerOf(answer)}
        label={t('runs')}
        columns={useRunColumns(onChange)}
        keyOf={(row) => row.runId}
        page={{ current: page, size }}
        onPage={(current, next) => onChange({ page: current, size: next })}
        empty={<EmptyState why={t('noRun')} height={160} />}
      />
    </Panel>
  );
}

/** How a run ended, or where it stands. */
export function RunMark({ run }: { readonly run: ShedRunWire }) {
  const say = useText();
  const { state, reason } = run;
  const status =
    reason === null ? 'warning' : reason === 'restored' ? 'normal' : reason === 'left' ? 'alarm' : 'offline';
  return <StatusDot status={status} text={say(reason === null ? RUN_STATES[state] : RUN_ENDS[reason])} />;
}

function useRunColumns(onChange: ChangeShed) {
  const t = useShedTexts();
  const whole = (value: number | null): string => formatNumber(value, 0);
  const wayOf = (row: ShedRunWire): string =>
    row.automatic
      ? t('byItself')
      : row.approvedByName === null
        ? MISSING
        : t('approvedBy', { name: row.approvedByName });
  return [
    {
      key: 'begun',
      title: t('begun'),
      render: (row: ShedRunWire) => (
        <Button kind="link" onClick={() => onChange({ run: row.runId }, { push: true })}>
          {secondAt(row.timeZone, row.begunAt)}
        </Button>
      ),
    },
    { key: 'plan', title: t('plan'), render: (row: ShedRunWire) => row.planName },
    { key: 'state', title: t('state'), render: (row: ShedRunWire) => <RunMark run={row} /> },
    { key: 'way', title: t('way'), render: wayOf },
    {
      key: 'foreseen',
      title: t('foreseen'),
      unit: 'kW',
      end: true,
      render: (row: ShedRunWire) => `${whole(row.projected)} / ${whole(row.limit)}`,
    },
    { key: 'wanted', title: t('wanted'), unit: 'kW', end: true, render: (row: ShedRunWire) => whole(row.needed) }, // prettier-ignore
    { key: 'count', title: t('count'), end: true, render: (row: ShedRunWire) => `${row.proven} / ${row.commanded}` }, // prettier-ignore
    {
      key: 'kept',
      title: t('kept'),
      unit: 'kW',
      end: true,
      render: (row: ShedRunWire) => `${whole(row.verified)} / ${whole(row.promised)}`,
    },
  ];
}
