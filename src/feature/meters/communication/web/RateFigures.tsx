import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import { formatNumber, MISSING } from '#domain/figure/number.ts';
import type { RateSummary } from '../contract.ts';
import { percentOf } from '#web/text/percent.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

/** The rate of all meters together, or of a single one. */
export function RateFigures({
  summary,
  single,
}: {
  readonly summary: RateSummary;
  readonly single: boolean;
}) {
  const t = useCommunicationTexts();
  const { expected, received, meters, incomplete } = summary;
  const unit = t('ofReadings');
  const lost = expected - received;
  return (
    <KeyFigures
      compact
      figures={[
        { key: 'rate', label: t('rate'), value: percentOf(summary) ?? MISSING, unit: '%' },
        { key: 'expected', label: t('expected'), value: formatNumber(expected, 0), unit },
        { key: 'received', label: t('received'), value: formatNumber(received, 0), unit },
        { key: 'lost', label: t('missing'), value: formatNumber(lost, 0), unit },
        ...(single
          ? []
          : [
              { key: 'meters', label: t('meters'), value: formatNumber(meters, 0) },
              { key: 'incomplete', label: t('incomplete'), value: formatNumber(incomplete, 0) },
            ]),
      ]}
    />
  );
}
