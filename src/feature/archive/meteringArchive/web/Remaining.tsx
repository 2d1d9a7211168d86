import { StatusDot } from '#web/ui/StatusDot.tsx';
import { dueStep } from '../domain/alignDate.ts';
import { useArchiveTexts } from './useArchiveTexts.ts';

const STATUS = { 0: 'alarm', 30: 'warning', 90: 'normal' } as const;

/** How long until a day, marked where it is near or over. */
export function Remaining({ days }: { readonly days: number }) {
  const t = useArchiveTexts();
  const step = dueStep(days);
  const text = days < 0 ? t('late', { n: -days }) : days === 0 ? t('dueToday') : t('days', { n: days });
  return step === null ? <>{text}</> : <StatusDot status={STATUS[step]} text={text} />;
}
