import { formatDifference, formatFull, formatNumber, MISSING } from '#domain/figure/number.ts';
import { useTexts } from '#web/text/useTexts.ts';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { ScrollArea } from '#web/ui/ScrollArea.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { InverterDoubt, InverterYield, PvDevice } from '../contract.ts';
import styles from './Operation.module.css';
import { PeerRules } from './PeerRules.tsx';

const number = (value: number | null, decimals = 1): string =>
  value === null ? MISSING : formatNumber(value, decimals);

/** An inverter that yields so much less than the others is named, percent. */
const LOW = -5;
/** With fewer nobody expects a comparison. */
const FEWEST = 3;

const WHY = { few: 'whyFew', coverage: 'whyCoverage', running: 'whyRunning', dark: 'whyDark' } as const satisfies Readonly<Record<InverterDoubt, string>>; // prettier-ignore

/** What is said of an inverter below its figures: that it lags, over how many days it was compared, or why it was not. */
function wordsOf({ deviation, why, comparedDays, days }: InverterYield, many: boolean, t: Say): string {
  const parts = [
    deviation !== null && deviation < LOW && t('low'),
    why === null && comparedDays < days && t('comparedDays', { n: comparedDays, all: days }),
    why !== null && many && t('notCompared', { why: t(WHY[why]) }),
  ];
  return parts.filter(Boolean).join(' • ');
}

/** Inverters beside each other; one that lags is named. */
export function Inverters({ device }: { readonly device: PvDevice }) {
  const t = useTexts<typeof import('./texts.ts').texts>('operation');
  return (
    <Panel title={t('inverters')} flush>
      <ScrollArea label={t('inverters')} className={styles.scroll}>
        <Table
          look="panel"
          label={t('inverters')}
          rows={device.inverters}
          keyOf={({ id }) => id}
          rowOf={({ deviation }) => ({
            className: deviation !== null && deviation < LOW ? styles['lowRow'] : undefined,
          })}
          below={(row) => wordsOf(row, device.inverters.length >= FEWEST, t)}
          columns={columnsOf(t)}
        />
      </ScrollArea>
      <PeerRules kind="inverter" id={device.id} rules={device.peerRules} count={device.inverters.length} />
    </Panel>
  );
}

type Say = ReturnType<typeof useTexts<typeof import('./texts.ts').texts>>;

const columnsOf = (t: Say): readonly TableColumn<InverterYield>[] => [
  {
    key: 'name',
    title: t('inverter'),
    rowHead: true,
    render: ({ name, ammeterId }) => (
      <PageLink kind="meter" id={ammeterId}>
        {name}
      </PageLink>
    ),
  },
  {
    key: 'rated',
    title: t('ratedKwp'),
    unit: 'kWp',
    end: true,
    render: ({ ratedPower }) => formatFull(ratedPower),
  },
  {
    key: 'generated',
    title: t('generated'),
    unit: 'kWh',
    end: true,
    render: ({ generated }) => number(generated),
  },
  {
    key: 'yield',
    title: t('specificYield'),
    unit: 'kWh/kWp',
    end: true,
    render: ({ specificYield }) => number(specificYield, 2),
  },
  {
    key: 'deviation',
    title: t('deviation'),
    unit: '%',
    end: true,
    hint: ({ why }) => (why === null ? undefined : t(WHY[why])),
    render: ({ deviation }) => (deviation === null ? MISSING : formatDifference(deviation, 1)),
  },
  {
    key: 'coverage',
    title: t('coverage'),
    unit: '%',
    end: true,
    render: ({ coverage }) => number(coverage, 0),
  },
];
