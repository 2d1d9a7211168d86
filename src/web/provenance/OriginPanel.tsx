import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import { Missing } from '#web/ui/NumberText.tsx';
import { PageLink } from '#web/ui/PageLink.tsx';
import { ProvenanceDrawer, ProvenanceStep } from '#web/ui/ProvenanceDrawer.tsx';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { formatFull } from '#domain/figure/number.ts';
import type { Origin, Subject } from '#feature/meters/subject/contract.ts';
import type { OpenBucket } from './openBucket.ts';
import { qualityOf, shareOf } from './quality.ts';
import { bucketName } from './bucketName.ts';
import type { Whose } from './question.ts';
import { OriginChildren } from './OriginChildren.tsx';
import { OriginCost } from './OriginCost.tsx';
import { OriginDisputes } from './OriginDisputes.tsx';
import { OriginLedger } from './OriginLedger.tsx';
import { OriginParts } from './OriginParts.tsx';
import { OriginPeriods } from './OriginPeriods.tsx';
import { OriginReadings } from './OriginReadings.tsx';
import styles from './OriginPanel.module.css';
import { useProvenanceTexts } from './useProvenanceTexts.ts';

/** Rows of a list in the provenance. */
const PAGE = 24;

export interface OriginPanelProps {
  readonly whose: Whose;
  readonly bucket: OpenBucket;
  /** Page of the parts. */
  readonly page: number;
  readonly onOpen: (bucket: OpenBucket) => void;
  readonly onPage: (page: number) => void;
  readonly onMeter: (ammeterId: number) => void;
  readonly onClose: () => void;
}

/** Where a figure comes from: formula and meters, buckets or spans, ledger, readings, values not taken. */
export default function OriginPanel(props: OriginPanelProps) {
  const { whose, bucket, page, onClose } = props;
  const t = useProvenanceTexts();
  const who = bucket.meter === null ? whose : { dataAmmeterId: bucket.meter };
  const { orgId, dataAmmeterId, dataType } = { orgId: null, dataType: null, ...who };
  const params = {
    orgId,
    dataAmmeterId,
    dataType,
    level: bucket.level,
    at: bucket.at,
    pageNo: page,
    pageSize: PAGE,
  };
  const { data, error, refetch, isPlaceholderData } = useQuery({
    queryKey: ['monitoring', 'overview', 'getProvenance', params],
    queryFn: ({ signal }) =>
      get<Origin>('monitoring/overview/getProvenance', params, { quiet: true, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <ProvenanceDrawer title={t('origin')} onClose={onClose}>
      {error ? (
        <ErrorState what={error.message} onRetry={() => void refetch()} height={240} />
      ) : data ? (
        <div aria-busy={isPlaceholderData} className={isPlaceholderData ? styles.waiting : undefined}>
          <Content {...props} origin={data} />
        </div>
      ) : (
        <LoadingState height={400} />
      )}
    </ProvenanceDrawer>
  );
}

/** Whose figure it is, with its page where that is not the one in view. */
function SubjectName({ subject, whose }: { readonly subject: Subject; readonly whose: Whose }) {
  const { dataAmmeterId, name } = subject;
  if (dataAmmeterId === null || dataAmmeterId === whose.dataAmmeterId) return name;
  return (
    <PageLink kind="meter" id={dataAmmeterId}>
      {name}
    </PageLink>
  );
}

function Content({
  origin,
  bucket,
  page,
  onOpen,
  onPage,
  onMeter,
  whose,
}: OriginPanelProps & { origin: Origin }) {
  const t = useProvenanceTexts();
  const text = useText();
  const { subject, level, from, value, meter, peak, demandUnit } = origin;
  const quality = qualityOf(origin.flags);
  // A sum has no registers of its own.
  const own = meter && meter.children.length === 0 ? meter : null;
  const up = level < 5 ? { level: (level + 1) as OpenBucket['level'], at: from, meter: bucket.meter } : null;
  const name = (t: number, length: OpenBucket['level'], end: number): string =>
    bucketName(subject.timeZone, length, t, end);
  return (
    <>
      <div className={styles.head}>
        <div className={styles.about}>
          <SubjectName subject={subject} whose={whose} /> • {t(`level${level}`)} •{' '}
          {name(from, level, origin.to)}
        </div>
        <div className={styles.value} data-testid="origin-value">
          {value === null ? <Missing /> : formatFull(value)} <span>{subject.unit}</span>
          {quality && <QualityTag quality={quality} />}
          <CoverageMark coverage={shareOf(origin.coverage)} />
        </div>
        {peak.demand !== null && peak.from !== null && (
          <div className={styles.about}>
            {t('peakIs', {
              value: formatFull(peak.demand),
              unit: demandUnit,
              at: name(peak.from, 1, peak.to ?? peak.from),
            })}
          </div>
        )}
        {meter?.sliding && (
          <div className={styles.about}>
            {t('slidingIs', {
              value: formatFull(meter.sliding.value),
              unit: demandUnit,
              at: name(meter.sliding.from, 1, meter.sliding.to),
              why: text(meter.sliding.text),
            })}
          </div>
        )}
        {meter?.pending && <div className={styles.about}>{t('pending')}</div>}
        <div className={styles.links}>
          {up && (
            <Button kind="link" onClick={() => onOpen(up)}>
              {t('up')}: {t(`level${up.level}`)}
            </Button>
          )}
          {bucket.meter !== null && (
            <Button kind="link" onClick={() => onOpen({ ...bucket, meter: null })}>
              {t('allMeters')}
            </Button>
          )}
          {bucket.meter !== null && bucket.meter !== whose.dataAmmeterId && (
            <Button kind="link" onClick={() => onMeter(bucket.meter ?? 0)}>
              {t('openInOverview')}
            </Button>
          )}
        </div>
      </div>
      <ProvenanceStep title={t('formula')} aside={t(`reason_${subject.reason}`)}>
        <ul className={styles.formula}>
          {origin.meters.map((one, i) => (
            <li key={one.ammeterId}>
              {(i > 0 || one.sign < 0) && <span>{one.sign < 0 ? '\u2212' : '+'}</span>}
              <button type="button" onClick={() => onOpen({ level, at: from, meter: one.ammeterId })}>
                {one.ammeterName}
              </button>
              <CoverageMark coverage={shareOf(one.coverage)} />
              <b>{one.value === null ? <Missing /> : formatFull(one.value)}</b>
            </li>
          ))}
        </ul>
        {meter && <p className={styles.note}>{text(meter.formula)}</p>}
      </ProvenanceStep>
      {meter && meter.children.length > 0 && (
        <OriginChildren
          parts={meter.children}
          onOpen={(ammeterId) => onOpen({ level, at: from, meter: ammeterId })}
        />
      )}
      {meter?.periods && (
        <OriginPeriods
          periods={meter.periods}
          unit={subject.unit}
          timeZone={subject.timeZone}
          oneDay={level <= 3}
        />
      )}
      {meter?.cost && <OriginCost cost={meter.cost} timeZone={subject.timeZone} />}
      <OriginParts
        origin={origin}
        bucket={bucket}
        page={page}
        pageSize={PAGE}
        onOpen={onOpen}
        onPage={onPage}
      />
      {own && <OriginLedger life={origin.life} timeZone={subject.timeZone} />}
      {own && !own.closed && level <= 3 && <OriginReadings key={`${own.meterId} ${from}`} provenance={own} />}
      {own && <OriginDisputes provenance={own} />}
    </>
  );
}
