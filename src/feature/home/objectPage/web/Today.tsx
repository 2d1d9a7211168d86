import { useNavigate } from '@tanstack/react-router';
import { formatFull, formatScaled, scaleFor } from '#domain/figure/number.ts';
import { writeOpen } from '#web/provenance/openBucket.ts';
import { qualityOf, shareOf } from '#web/provenance/quality.ts';
import { keptSearch } from '#web/shell/keptSearch.ts';
import { CoverageMark } from '#web/ui/CoverageMark.tsx';
import { Missing } from '#web/ui/NumberText.tsx';
import { QualityTag } from '#web/ui/QualityTag.tsx';
import { unitText } from '#web/ui/unit.ts';
import type { TodaySoFar } from '../contract.ts';
import kit from '#web/ui/kit.module.css';
import styles from './Head.module.css';
import { useObjectPageTexts } from './useObjectPageTexts.ts';

export interface TodayProps {
  readonly today: TodaySoFar;
  readonly unit: string;
  readonly now: number;
  /** The use of it is there to be opened. */
  readonly mayOpen: boolean;
}

/** What was used today so far, how much of it is proved, and where that comes from. */
export function Today({ today: { energy, coverage, flags }, unit, now, mayOpen }: TodayProps) {
  const t = useObjectPageTexts();
  const navigate = useNavigate();
  const scale = scaleFor(unit, [energy]);
  const quality = qualityOf(flags);
  const text = `${formatScaled(energy, scale)} ${unitText(scale.unit)}`;
  const open = (): void =>
    void navigate({
      to: '.',
      search: ((before: object) => ({
        ...keptSearch(before),
        tab: 'use',
        open: writeOpen({ level: 3, at: now, meter: null }),
      })) as never,
    });
  return (
    <>
      {energy === null ? (
        <Missing />
      ) : mayOpen ? (
        <button
          type="button"
          className={`${kit.press} ${styles.press}`}
          title={`${formatFull(energy)} ${unitText(unit)}`}
          aria-label={t('whyToday', { value: text })}
          onClick={open}
        >
          {text}
        </button>
      ) : (
        text
      )}
      <CoverageMark coverage={shareOf(coverage)} />
      {quality && <QualityTag quality={quality} />}
    </>
  );
}
