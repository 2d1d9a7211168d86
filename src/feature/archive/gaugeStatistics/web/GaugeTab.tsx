import { useQuery } from '@tanstack/react-query';
import { use, useMemo } from 'react';
import type { ArchiveTab } from '#contract/archiveTab.ts';
import { companyGauges } from '#resource/yunshui/companyGauges.ts';
import { loadSlots } from '#web/resource/slots.ts';
import { ResourcePage } from '#web/resource/ResourcePage.tsx';
import { useConsumer } from '#web/session/consumer.ts';
import { useText, useTexts } from '#web/text/useTexts.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import type { TableColumn } from '#web/ui/Table.tsx';
import { formatPercent } from '#domain/figure/number.ts';
import { Panel } from '#web/ui/Panel.tsx';
import { type Accuracy, type Allocation, type GaugeLevel, type Verdict, VERDICTS } from '../contract.ts';
import { statisticsQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './GaugeTab.module.css';

/** The number of the tab of level 1; those of 2, 3 and 4 follow. */
const FIRST = 26;
/** What the whole list has beyond its definition. */
const slots = loadSlots(companyGauges.name);

/** The meters of one level (tabs 26–29), with how many are required, there, valid and accurate enough. */
export default function GaugeTab({ tab }: { readonly tab: ArchiveTab }) {
  const level = String(tab.number - FIRST + 1) as GaugeLevel;
  const say = useText();
  const { consumer } = useConsumer();
  const fixed = useMemo(() => ({ meterLevel: level }), [level]);
  return (
    <div className={kit.stack}>
      {consumer && <Statistics orgId={consumer.orgId} level={level} />}
      <ResourcePage resource={companyGauges} slots={use(slots)} fixed={fixed} name={say(tab.name)} />
    </div>
  );
}

function Statistics({ orgId, level }: { orgId: number; level: GaugeLevel }) {
  const t = useTexts<typeof import('./texts.ts').texts>('gaugeStatistics');
  const say = useText();
  const { data } = useQuery(statisticsQuery(orgId));
  const percent = (value: number | null): string => formatPercent(value === null ? null : value / 100, 1);
  const allocation = data?.allocation.filter((line) => line.level === level);
  const accuracy = data?.levelAccuracy[level];
  const energy = { key: 'energy', title: t('energy'), render: (line: Allocation | Accuracy) => `${say(line.energyName)} ${line.energyCode}` }; // prettier-ignore
  const mark = (verdict: Verdict) => <span className={styles[verdict]}>{say(VERDICTS[verdict])}</span>;
  const allocated: readonly TableColumn<Allocation>[] = [
    energy,
    { key: 'required', title: t('required'), end: true, render: (line) => line.required },
    { key: 'installed', title: t('installed'), end: true, render: (line) => line.installed },
    { key: 'rate', title: t('rate'), end: true, render: (line) => percent(line.rate) },
    { key: 'least', title: t('least'), end: true, render: (line) => percent(line.least) },
    {
      key: 'valid',
      title: t('valid'),
      end: true,
      render: (line) => `${line.valid} (${percent(line.validRate)})`,
    },
    { key: 'verdict', title: t('verdict'), render: (line) => mark(line.verdict) },
  ];
  const accurate: readonly TableColumn<Accuracy>[] = [
    energy,
    { key: 'asked', title: t('asked'), end: true, render: (line) => `±${line.asked}%` },
    { key: 'installed', title: t('installed'), end: true, render: (line) => line.installed },
    { key: 'known', title: t('known'), end: true, render: (line) => line.known },
    { key: 'passed', title: t('passed'), end: true, render: (line) => line.passed },
    { key: 'share', title: t('share'), end: true, render: (line) => percent(line.rate) },
  ];
  const empty = <EmptyState why={t('none')} next={t('noneNext')} height={80} />;
  return (
    <>
      <div className={styles['pair']}>
        <Panel title={t('allocation')} flush>
          <ListTable
            label={t('allocation')}
            columns={allocated}
            rows={allocation}
            keyOf={(line) => line.energyCode}
            total={allocation?.length ?? null}
            page={null}
            onPage={() => undefined}
            empty={empty}
          />
        </Panel>
        <Panel title={t('accuracy')} flush>
          <ListTable
            label={t('accuracy')}
            columns={accurate}
            rows={accuracy}
            keyOf={(line) => line.energyCode}
            total={accuracy?.length ?? null}
            page={null}
            onPage={() => undefined}
            empty={empty}
          />
        </Panel>
      </div>
      {data && <p className={kit.hint}>{t('hint', { source: t(data.source) })}</p>}
    </>
  );
}
