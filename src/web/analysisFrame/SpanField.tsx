import { Select } from 'antd';
import { useText, useTexts } from '#web/text/useTexts.ts';
import type { Interval } from '#contract/interval.ts';
import { type Span, SPANS, spansFor } from '#domain/time/span.ts';

export interface SpanFieldProps {
  readonly interval: Interval;
  readonly span: Span | null;
  /** No dates are chosen: the screen shows what it usually does. */
  readonly usual: boolean;
  readonly today: string;
  /** Undefined = the usual range. */
  readonly onChange: (span: Span | undefined) => void;
}

/** A range that moves along with today, in place of chosen dates. */
export function SpanField({ interval, span, usual, today, onChange }: SpanFieldProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('analysisFrame');
  const text = useText();
  const offered = spansFor(interval, today);
  const shown = span !== null && !offered.includes(span) ? [...offered, span] : offered;
  return (
    <Select
      aria-label={t('span')}
      popupMatchSelectWidth={false}
      style={{ width: 132 }}
      value={span ?? (usual ? 'usual' : 'dates')}
      options={[
        { value: 'usual', label: t('usual') },
        ...shown.map((one) => ({ value: one, label: text(SPANS[one]) })),
        ...(span === null && !usual ? [{ value: 'dates', label: t('dates') }] : []),
      ]}
      onChange={(value) => onChange(shown.find((one) => one === value))}
    />
  );
}
