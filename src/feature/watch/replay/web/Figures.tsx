import { formatNumber, MISSING } from '#domain/figure/number.ts';
import { timeAt } from '#domain/time/text.ts';
import { KeyFigures } from '#web/ui/KeyFigures.tsx';
import type { ReplayAnswer } from '../contract.ts';
import { useReplayTexts } from './useReplayTexts.ts';

/** What the draft would have done, beside what the version in force would have. */
export function Figures({ answer }: { readonly answer: ReplayAnswer }) {
  const t = useReplayTexts();
  const { draft, inForce } = answer.figures;
  const before = (value: string | undefined) =>
    value === undefined ? {} : { comparison: { label: t('inForce'), value } };
  const worst = draft.worstHour;
  return (
    <KeyFigures
      compact
      figures={[
        {
          key: 'raises',
          label: t('rings'),
          value: formatNumber(draft.raises, 0),
          unit: t('times'),
          comparison: { label: t('chatterOf'), value: formatNumber(draft.chattering, 0) },
        },
        {
          key: 'real',
          label: t('real'),
          value: formatNumber(draft.of, 0),
          ...before(inForce ? t('kept', { kept: inForce.kept, of: inForce.of }) : undefined),
        },
        {
          key: 'perDay',
          label: t('perDay'),
          value: formatNumber(draft.raisesPerDay, 1),
          unit: t('times'),
          ...before(inForce ? formatNumber(inForce.raisesPerDay, 1) : undefined),
        },
        {
          key: 'worst',
          label: t('worst'),
          value: worst ? formatNumber(worst.raises, 0) : MISSING,
          unit: t('times'),
          ...(worst ? { comparison: { label: timeAt(answer.timeZone, worst.at), value: '' } } : {}),
        },
        {
          key: 'flood',
          label: t('flood'),
          value: formatNumber(draft.floodMinutes, 0),
          unit: t('minutes'),
          ...before(inForce ? formatNumber(inForce.floodMinutes, 0) : undefined),
        },
      ]}
    />
  );
}
