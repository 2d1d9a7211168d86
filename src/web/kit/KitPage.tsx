import { useMemo, useState } from 'react';
import { ChartPanel } from '#web/chart/ChartPanel.tsx';
import { Button } from '#web/ui/Button.tsx';
import { confirm } from '#web/ui/Confirm.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { FilterBar, FilterField } from '#web/ui/FilterBar.tsx';
import { KeyFigures, type KeyFigure } from '#web/ui/KeyFigures.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { notify } from '#web/ui/notice.ts';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { ProvenanceDrawer, ProvenanceStep, WithProvenance } from '#web/ui/ProvenanceDrawer.tsx';
import { OrgTreeSelect } from '#web/ui/OrgTreeSelect.tsx';
import { StatusDot } from '#web/ui/StatusDot.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './KitPage.module.css';
import { curves, days, flow, hours } from './sample.ts';

const TREND = [3, 5, 4, 6, 6, 5, null, 4, 7, 6, 8, 9];
const ORGS = [
  {
    orgId: 1,
    orgName: 'Plant',
    children: [
      { orgId: 2, orgName: 'Melt shop' },
      { orgId: 3, orgName: 'Rolling' },
    ],
  },
];

/** Every part of the kit in its states, without a server; only while developing. */
export default function KitPage() {
  const [day, setDay] = useState('2018-07-15');
  const [org, setOrg] = useState(2);
  const [open, setOpen] = useState<string | null>(null);
  usePageHead({ aside: useMemo(() => <StatusDot status="normal" text="Data to 14:15" />, []) });
  const figure = (
    key: string,
    label: string,
    value: string,
    unit: string,
    more: Partial<KeyFigure> = {},
  ): KeyFigure => ({
    key,
    label,
    value,
    unit,
    comparison: { label: 'vs yesterday', value: '+1.1%' },
    trend: TREND,
    onOpen: () => setOpen(key),
    ...more,
  });
  const figures = [
    figure('energy', 'Electricity today', '674.6', 'MWh', { coverage: 0.98 }),
    figure('cost', 'Cost today', '364,092.09', 'CNY', { quality: 'estimated', coverage: 0.98 }),
    figure('price', 'Average price', '0.5397', 'CNY/kWh'),
    figure('demand', 'Peak demand today', '60,984', 'kW'),
    figure('month', 'Month to date', '19.96', 'GWh', { coverage: 0.996 }),
    figure('steel', 'Per tonne of steel', '--', ''),
  ];
  return (
    <WithProvenance
      provenance={
        open && (
          <ProvenanceDrawer title="Where it comes from" onClose={() => setOpen(null)}>
            <ProvenanceStep title="Formula" aside="revision 7">
              P = ΔE × 60 ÷ 15
            </ProvenanceStep>
            <ProvenanceStep title="Buckets">3 × 5 minutes</ProvenanceStep>
          </ProvenanceDrawer>
        )
      }
    >
      <div className={kit.stack}>
        <FilterBar actions={<Button onClick={() => notify('success', 'Saved')}>Save the view</Button>}>
          <FilterField label="Object">
            <OrgTreeSelect nodes={ORGS} value={org} onChange={setOrg} />
          </FilterField>
          <PeriodPicker kind="day" value={day} onChange={setDay} max="2018-07-20" />
          <Button kind="primary" onClick={() => notify('error', 'The file has no column “time”')}>
            Notice
          </Button>
          <Button
            kind="danger"
            onClick={() => void confirm({ title: 'Warning', text: 'Confirm exit?', danger: true })}
          >
            Confirm
          </Button>
        </FilterBar>
        <KeyFigures figures={figures} openKey={open} />
        <div className={styles.row}>
          <ChartPanel model={hours} height={222} group="kit" onPick={(i) => notify('info', `Bucket ${i}`)} />
          <ChartPanel model={days} height={222} />
        </div>
        <div className={styles.row}>
          <ChartPanel model={curves} height={300} />
          <ChartPanel model={flow} height={300} />
        </div>
        <div className={styles.three}>
          <Panel title="Empty">
            <EmptyState why="No meter in this organisation yet" next="Add one, or import a list.">
              <Button kind="primary">Add a meter</Button>
            </EmptyState>
          </Panel>
          <Panel title="Error">
            <ErrorState what="The server cannot be reached" onRetry={() => undefined} />
          </Panel>
          <Panel title="Loading">
            <LoadingState height={160} />
          </Panel>
        </div>
        <Panel title="Status">
          <div className={styles.dots}>
            {(['normal', 'warning', 'alarm', 'offline', 'noData'] as const).map((status) => (
              <StatusDot key={status} status={status} text />
            ))}
          </div>
        </Panel>
      </div>
    </WithProvenance>
  );
}
