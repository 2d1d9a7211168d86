import { useQuery } from '@tanstack/react-query';
import { energyTypeOf } from '#contract/energyType.ts';
import { formatAmount, formatNumber, formatPercent, MISSING } from '#domain/figure/number.ts';
import { LevelMark } from '#web/ui/LevelMark.tsx';
import { useText } from '#web/text/useTexts.ts';
import { BulletBar } from '#web/ui/BulletBar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { AllAt } from '#web/place.tsx';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { GoLink } from '#web/ui/GoLink.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { usePageHead } from '#web/ui/pageHead.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { SiteEnergy, SiteNow, TransformerLoad } from '../contract.ts';
import { siteQuery } from './calls.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Live.module.css';
import { SiteMark } from './SiteCards.tsx';
import { SitePicturePlace } from './place.ts';
import { SiteFigures, SiteTrend } from './SiteFigures.tsx';
import { SitePeople } from './SitePeople.tsx';
import { useLiveTexts } from './useLiveTexts.ts';

export interface SiteBodyProps {
  readonly siteId: number;
  readonly onObject: (orgId: number) => void;
}

/** All of one site: how it stands, what it takes, what is wrong, how its transformers are loaded, whom to call. */
export function SiteBody({ siteId, onObject }: SiteBodyProps) {
  const t = useLiveTexts();
  const { data, error, refetch } = useQuery(siteQuery(siteId));
  usePageHead({ aside: data ? <SiteMark state={data.state} /> : null });
  if (error && !data) return <ErrorState what={t('gone')} onRetry={() => void refetch()} height={320} />;
  if (!data) return <LoadingState height={320} />;
  return (
    <>
      <SiteFigures site={data} />
      <div className={styles.two}>
        <div className={kit.stack}>
          <SitePicture site={data} />
          <SiteTrend siteId={siteId} height={240} />
          <Transformers list={data.transformers} onObject={onObject} />
          <Energies list={data.energies} />
        </div>
        <div className={kit.stack}>
          <Levels site={data} />
          <SitePeople site={data} />
        </div>
      </div>
    </>
  );
}

/** A picture of the site, where one is published. */
function SitePicture({ site }: { readonly site: SiteNow }) {
  const diagrams = site.diagrams.filter(({ flat, published }) => flat && published);
  if (diagrams.length === 0) return null;
  return (
    <AllAt
      place={SitePicturePlace}
      of={{ diagrams }}
      wait={
        <Panel>
          <LoadingState height={320} />
        </Panel>
      }
    />
  );
}

function Transformers({
  list,
  onObject,
}: {
  readonly list: readonly TransformerLoad[];
  readonly onObject: (orgId: number) => void;
}) {
  const t = useLiveTexts();
  return (
    <Panel title={t('transformers')} flush>
      <Table<TransformerLoad>
        look="panel"
        label={t('transformers')}
        columns={useTransformerColumns(onObject)}
        rows={list}
        keyOf={(row) => row.objectId}
        scroll={{ label: t('transformers') }}
        empty={<EmptyState why={t('noTransformer')} next={t('noTransformerNext')} height={120} />}
      />
    </Panel>
  );
}

function useTransformerColumns(onObject: (orgId: number) => void): TableColumn<TransformerLoad>[] {
  const t = useLiveTexts();
  const number = (value: number | null): string => (value === null ? MISSING : formatNumber(value, 1));
  return [
    {
      key: 'name',
      title: t('transformer'),
      rowHead: true,
      render: (row) => (
        <Button kind="link" onClick={() => onObject(row.objectId)}>
          {row.objectName}
        </Button>
      ),
    },
    { key: 'capacity', title: t('capacity'), unit: 'kVA', end: true, render: (row) => number(row.capacity) },
    { key: 'power', title: t('powerNow'), unit: 'kW', end: true, render: (row) => number(row.power) },
    { key: 'apparent', title: t('apparent'), unit: 'kVA', end: true, render: (row) => number(row.apparent) },
    {
      key: 'load',
      title: t('load'),
      end: true,
      hint: (row) => (row.capacity === null ? t('noCapacity') : undefined),
      render: (row) => (
        <span className={styles.loadBar}>
          {formatPercent(row.load)}
          {row.load !== null && <BulletBar share={row.load} />}
        </span>
      ),
    },
  ];
}

function Energies({ list }: { readonly list: readonly SiteEnergy[] }) {
  const t = useLiveTexts();
  const say = useText();
  const cell = (row: SiteEnergy, key: 'today' | 'month') => (
    <>
      {formatAmount(row[key].value, row.unit)}{' '}
      <CoverageMark coverage={row[key].coverage === null ? null : row[key].coverage / 100} />
    </>
  );
  return (
    <Panel title={t('energies')} flush>
      <Table<SiteEnergy>
        look="panel"
        label={t('energies')}
        columns={[
          {
            key: 'type',
            title: t('energy'),
            rowHead: true,
            render: (row) => say(energyTypeOf(row.dataType).label),
          },
          { key: 'today', title: t('today'), end: true, render: (row) => cell(row, 'today') },
          { key: 'month', title: t('month'), end: true, render: (row) => cell(row, 'month') },
        ]}
        rows={list}
        keyOf={(row) => row.dataType}
        empty={<EmptyState why={t('noEnergy')} height={120} />}
      />
    </Panel>
  );
}

function Levels({ site }: { readonly site: SiteNow }) {
  const t = useLiveTexts();
  return (
    <Panel title={t('openAlarms')}>
      {site.levels.length === 0 ? (
        <p className={styles.quiet}>{t('noAlarm')}</p>
      ) : (
        <ul className={`${kit.list} ${styles.plain}`}>
          {site.levels.map(({ level, open, unconfirmed }) => (
            <li key={level}>
              <GoLink goal={{ to: '/SDNAlertConfig/SDNRTAlertMonitor', search: { site: site.siteId } }}>
                <LevelMark level={level} />
              </GoLink>
              <span>
                {open} <small>{`${t('unconfirmed')} ${unconfirmed}`}</small>
              </span>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
