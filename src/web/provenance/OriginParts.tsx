import type { BucketPart, SpanPart } from '#feature/meters/reading/contract.ts';
import { useText } from '#web/text/useTexts.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { Table, type TableColumn } from '#web/ui/Table.tsx';
import { formatFull } from '#domain/figure/number.ts';
import type { FlagName } from '#contract/usageFlag.ts';
import type { Origin } from '#feature/meters/subject/contract.ts';
import type { OpenBucket } from './openBucket.ts';
import { qualityOf } from './quality.ts';
import { partName } from './bucketName.ts';
import { timeAt } from '#domain/time/text.ts';
import styles from './OriginPanel.module.css';
import { Pages } from './Pages.tsx';
import { useProvenanceTexts } from './useProvenanceTexts.ts';

export interface OriginPartsProps {
  readonly origin: Origin;
  readonly bucket: OpenBucket;
  readonly page: number;
  readonly pageSize: number;
  readonly onOpen: (bucket: OpenBucket) => void;
  readonly onPage: (page: number) => void;
}

/** What the bucket is the sum of: buckets of the level below, or the spans between readings. */
export function OriginParts({ origin, bucket, page, pageSize, onOpen, onPage }: OriginPartsProps) {
  const t = useProvenanceTexts();
  const text = useText();
  const { meter, subject } = origin;
  const all = meter ? meter.parts : origin.parts.slice((page - 1) * pageSize, page * pageSize);
  const total = meter ? meter.partCount : origin.parts.length;
  if (total === 0) return null;
  const spans = all.some(isSpan);
  const columns: TableColumn<Part>[] = [
    {
      key: 'time',
      title: t('time'),
      render: (part) => (
        <Time
          part={part}
          timeZone={subject.timeZone}
          onOpen={(level) => onOpen({ level, at: part.from, meter: bucket.meter })}
        />
      ),
    },
    {
      key: 'energy',
      title: subject.unit,
      end: true,
      className: styles.number,
      render: (part) => energyOf(isSpan(part) ? part.share : 'kind' in part ? part.energy : part.value),
    },
    {
      key: 'coverage',
      title: t('coverageShort'),
      end: true,
      className: styles.number,
      render: (part) => <Flags flags={part.flags} percent={percentOf(part)} />,
    },
  ];
  // What is still to come is no gap.
  const gaps = meter?.gaps.filter((gap) => gap.to <= origin.now).length ?? 0;
  return (
    <ProvenanceStep
      title={t(spans ? 'spans' : 'parts')}
      aside={gaps > 0 ? t('gaps', { n: gaps }) : String(total)}
    >
      <Table<Part>
        look="small"
        className={styles.rows}
        columns={columns}
        rows={all}
        keyOf={(part) => (isSpan(part) ? `${part.from} ${part.source}` : part.from)}
        // An energy that counts as it was stated explains itself.
        below={(part) => (isSpan(part) && !isPlain(part) ? text(part.text) : null)}
      />
      <Pages page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </ProvenanceStep>
  );
}

type Part = BucketPart | SpanPart | Origin['parts'][number];

const isSpan = (part: Part): part is SpanPart => 'kind' in part && part.kind !== 'bucket';

const isPlain = (part: SpanPart): boolean =>
  part.kind === 'interval' && part.factor === '1' && part.share === Number(part.interval?.value);

function spanOf(timeZone: string, part: SpanPart): string {
  const from = timeAt(timeZone, part.from);
  const to = timeAt(timeZone, part.to);
  return `${from.slice(5)}–${to.slice(0, 10) === from.slice(0, 10) ? to.slice(11) : to.slice(5)}`;
}

interface TimeProps {
  readonly part: Part;
  readonly timeZone: string;
  readonly onOpen: (level: OpenBucket['level']) => void;
}

/** When a part was; a bucket opens itself. */
function Time({ part, timeZone, onOpen }: TimeProps) {
  if (isSpan(part)) return spanOf(timeZone, part);
  return (
    <button type="button" onClick={() => onOpen(part.level)}>
      {partName(timeZone, part.level, part.from, part.to)}
    </button>
  );
}

const energyOf = (value: number | null) => (value === null ? <Missing /> : formatFull(value));

/** How much of a part is covered, in whole percent; what a span spans it covers. */
function percentOf(part: Part): number | null {
  if (isSpan(part)) return 100;
  if (!('kind' in part)) return part.coverage;
  return Math.floor((100 * part.coveredSeconds) / Math.max(1, (part.to - part.from) / 1000));
}

function Flags({ flags, percent }: { flags: readonly FlagName[]; percent: number | null }) {
  const quality = qualityOf(flags);
  if (quality) return <QualityTag quality={quality} />;
  return percent === null ? <Missing /> : `${Math.min(100, percent)}%`;
}
