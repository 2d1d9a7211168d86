import { Fragment } from 'react';
import type { BucketPart, SpanPart } from '#feature/meters/reading/contract.ts';
import { useText } from '#web/text/useTexts.ts';
import { Missing } from '#web/ui/NumberText.tsx';
import { ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import { QualityTag } from '#web/ui/QualityTag.tsx';
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
  const { meter, subject } = origin;
  const all = meter ? meter.parts : origin.parts.slice((page - 1) * pageSize, page * pageSize);
  const total = meter ? meter.partCount : origin.parts.length;
  if (total === 0) return null;
  const spans = all.some((part) => 'kind' in part && part.kind !== 'bucket');
  // What is still to come is no gap.
  const gaps = meter?.gaps.filter((gap) => gap.to <= origin.now).length ?? 0;
  return (
    <ProvenanceStep
      title={t(spans ? 'spans' : 'parts')}
      aside={gaps > 0 ? t('gaps', { n: gaps }) : String(total)}
    >
      <table className={styles.rows}>
        <thead>
          <tr>
            <th scope="col">{t('time')}</th>
            <th scope="col" className={styles.number}>
              {subject.unit}
            </th>
            <th scope="col" className={styles.number}>
              {t('coverageShort')}
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map((part) =>
            'kind' in part && part.kind !== 'bucket' ? (
              <Span key={`${part.from} ${part.source}`} part={part} timeZone={subject.timeZone} />
            ) : (
              <tr key={part.from}>
                <td>
                  <button
                    type="button"
                    onClick={() => onOpen({ level: part.level, at: part.from, meter: bucket.meter })}
                  >
                    {partName(subject.timeZone, part.level, part.from, part.to)}
                  </button>
                </td>
                <td className={styles.number}>{energyOf('kind' in part ? part.energy : part.value)}</td>
                <td className={styles.number}>
                  <Flags flags={part.flags} percent={'kind' in part ? percentOf(part) : part.coverage} />
                </td>
              </tr>
            ),
          )}
        </tbody>
      </table>
      <Pages page={page} pageSize={pageSize} total={total} onPage={onPage} />
    </ProvenanceStep>
  );
}

const energyOf = (value: number | null) => (value === null ? <Missing /> : formatFull(value));

const percentOf = (part: BucketPart): number =>
  Math.floor((100 * part.coveredSeconds) / Math.max(1, (part.to - part.from) / 1000));

function Flags({ flags, percent }: { flags: readonly FlagName[]; percent: number | null }) {
  const quality = qualityOf(flags);
  if (quality) return <QualityTag quality={quality} />;
  return percent === null ? <Missing /> : `${Math.min(100, percent)}%`;
}

/** A span of registers or a stated energy, with the sentence of its arithmetic. */
function Span({ part, timeZone }: { part: SpanPart; timeZone: string }) {
  const text = useText();
  const from = timeAt(timeZone, part.from);
  const to = timeAt(timeZone, part.to);
  const quality = qualityOf(part.flags);
  // An energy that counts as it was stated explains itself.
  const plain =
    part.kind === 'interval' && part.factor === '1' && part.share === Number(part.interval?.value);
  return (
    <Fragment>
      <tr>
        <td>{`${from.slice(5)}–${to.slice(0, 10) === from.slice(0, 10) ? to.slice(11) : to.slice(5)}`}</td>
        <td className={styles.number}>{energyOf(part.share)}</td>
        <td className={styles.number}>{quality ? <QualityTag quality={quality} /> : '100%'}</td>
      </tr>
      {!plain && (
        <tr>
          <td colSpan={3} className={styles.why}>
            {text(part.text)}
          </td>
        </tr>
      )}
    </Fragment>
  );
}
