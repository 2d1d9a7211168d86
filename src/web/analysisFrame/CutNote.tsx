import { useText, useTexts } from '#web/text/useTexts.ts';
import { RangeNote } from '#web/ui/RangeNote.tsx';
import { type Interval, INTERVALS } from '#contract/interval.ts';
import type { FittedRange } from '#domain/time/range.ts';
import type { AnalysisAddress } from './address.ts';

interface CutNoteProps {
  readonly range: FittedRange;
  readonly onChange: (part: Partial<Record<keyof AnalysisAddress, unknown>>) => void;
}

/** That a range is longer than its interval shows (specification 3 section 5), and the nearest that can be shown. */
export function CutNote({ range, onChange }: CutNoteProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('analysisFrame');
  const say = useText();
  const { left, begin, end } = range;
  if (!left) return null;
  const { latest, coarser, wanted, future } = left;
  const choose = (dates: { begin: string; end: string }, interval?: Interval) => () =>
    onChange({ ...dates, span: undefined, ...(interval ? { interval } : {}) });
  return (
    <RangeNote
      text={`${future ? t('future') : t('cut', { time: end })}${t('shownRange', { begin, end })}`}
      offers={[
        ...(latest
          ? [{ key: 'latest', label: t('lastRange', { ...latest }), onChoose: choose(latest) }]
          : []),
        ...(coarser
          ? [
              {
                key: 'coarser',
                label: t('coarser', { interval: say(INTERVALS[coarser].label), ...wanted }),
                onChoose: choose(wanted, coarser),
              },
            ]
          : []),
      ]}
    />
  );
}
