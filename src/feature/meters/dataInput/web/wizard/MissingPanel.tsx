import { useState } from 'react';
import { formatNumber } from '#domain/figure/number.ts';
import { DAY_SECONDS } from '#domain/time/duration.ts';
import { timeAt } from '#domain/time/text.ts';
import { saveFile } from '#web/api.ts';
import { Button } from '#web/ui/Button.tsx';
import { ListTable } from '#web/ui/ListTable.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { Panel } from '#web/ui/Panel.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import type { FileGap, Missing } from '../../contract.ts';
import { MISSING_CALL } from '../calls.ts';
import { useDataInputTexts } from '../useDataInputTexts.ts';
import styles from './FileContent.module.css';
import wizard from './wizard.module.css';

export interface MissingPanelProps {
  readonly missing: Missing;
  readonly importDataId: number;
  /** In which the file's times are written. */
  readonly zone: string;
}

const SIZE = 10;

/** What the file lacks: how many values of each meter, and the gaps page by page; all of it as a file. */
export function MissingPanel({ missing, importDataId, zone }: MissingPanelProps) {
  const t = useDataInputTexts();
  const [page, setPage] = useState({ current: 1, size: SIZE });
  const n = (value: number): string => formatNumber(value, 0);
  const { unjudged } = missing;
  const notes = [
    unjudged > 0 && t('missingUnjudged', { n: n(unjudged) }),
    missing.gapCount > missing.gaps.length && t('missingShown', { n: n(missing.gaps.length) }),
    missing.gapCount > missing.listed && t('missingListed', { n: n(missing.listed) }),
  ].filter((note) => note !== false);
  // Where no row could be taken, the faults say what there is to say.
  if (missing.seriesCount === 0) return null;
  if (missing.values === 0)
    return (
      <Panel title={t(unjudged === missing.seriesCount ? 'missingUnknown' : 'missingNone')}>
        <p className={wizard.quiet}>{notes.join(' ')}</p>
      </Panel>
    );
  const columns: TableColumn<FileGap>[] = [
    { key: 'from', title: t('gapFrom'), render: (gap) => timeAt(zone, gap.from) },
    { key: 'to', title: t('gapTo'), render: (gap) => timeAt(zone, gap.to) },
    { key: 'missing', title: t('missingValues'), end: true, render: (gap) => n(gap.missing) },
    {
      key: 'meter',
      title: t('meter'),
      render: ({ meterId, ammeterName, ammeterCode }) => (
        <PageLink kind="meter" id={meterId} title={ammeterName}>
          {ammeterCode}
        </PageLink>
      ),
    },
    { key: 'code', title: t('code'), render: (gap) => gap.code },
    {
      key: 'there',
      title: t('inDatabase'),
      render: (gap) =>
        gap.there === 0
          ? t('thereNone')
          : gap.there < gap.missing
            ? t('therePart', { n: n(gap.there) })
            : t('thereAll'),
    },
  ];
  const first = (page.current - 1) * page.size;
  return (
    <Panel
      title={t('missingTitle', { n: n(missing.values), gaps: n(missing.gapCount) })}
      unit={t('missingThere', { n: n(missing.there) })}
      flush
      extra={
        missing.fileId !== null && (
          <Button onClick={() => void saveFile(MISSING_CALL, { id: importDataId })}>
            {t('missingFile')}
          </Button>
        )
      }
    >
      <SeriesTable missing={missing} />
      {notes.length > 0 && <p className={wizard.held}>{notes.join(' ')}</p>}
      <ListTable<FileGap>
        label={t('missingGaps')}
        columns={columns}
        rows={missing.gaps.slice(first, first + page.size)}
        keyOf={(gap) => `${gap.meterId} ${gap.code} ${gap.from}`}
        total={missing.gaps.length}
        page={page}
        onPage={(current, size) => setPage({ current, size })}
        empty={null}
      />
    </Panel>
  );
}

type Series = Missing['series'][number];

/** Meter by meter, those that lack something. */
function SeriesTable({ missing }: { readonly missing: Missing }) {
  const t = useDataInputTexts();
  const stepText = (seconds: number | null): string => {
    if (seconds === null) return '--';
    if (seconds > 27 * DAY_SECONDS && seconds < 32 * DAY_SECONDS) return t('oneMonth');
    if (seconds % DAY_SECONDS === 0) return t('days', { n: seconds / DAY_SECONDS });
    if (seconds % 3600 === 0) return t('hours', { n: seconds / 3600 });
    return seconds % 60 === 0 ? t('minutes', { n: seconds / 60 }) : t('seconds', { n: seconds });
  };
  const number = (key: 'values' | 'missing' | 'there', title: string): TableColumn<Series> => ({
    key,
    title,
    end: true,
    render: (one) => formatNumber(one[key], 0),
  });
  const columns: TableColumn<Series>[] = [
    {
      key: 'meter',
      title: t('meter'),
      className: styles.cell,
      hint: ({ ammeterName }) => ammeterName,
      render: ({ meterId, ammeterCode }) => (
        <PageLink kind="meter" id={meterId}>
          {ammeterCode}
        </PageLink>
      ),
    },
    { key: 'code', title: t('code'), render: ({ code }) => code },
    {
      key: 'step',
      title: t('step'),
      className: styles.cell,
      render: ({ mixed, step, intervalSeconds }) => (
        <>
          {mixed ? t('stepMixed', { step: stepText(step) }) : stepText(step)}
          {intervalSeconds !== null && step !== null && step > intervalSeconds && (
            <small> {t('stepOfMeter', { step: stepText(intervalSeconds) })}</small>
          )}
        </>
      ),
    },
    number('values', t('valuesInFile')),
    number('missing', t('missingValues')),
    number('there', t('thereAlready')),
  ];
  return (
    <Table<Series>
      look="sheet"
      className={styles.table}
      scroll={{ label: t('missingByMeter'), height: 336 }}
      columns={columns}
      rows={missing.series.filter((one) => one.missing > 0)}
      keyOf={({ meterId, code }) => `${meterId} ${code}`}
    />
  );
}
