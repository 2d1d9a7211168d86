import { MISSING } from '#domain/figure/number.ts';
import { momentAt } from '#domain/time/text.ts';
import { ageText } from '#web/ui/age.ts';
import { useTexts } from '#web/text/useTexts.ts';

/** How long ago something was, with the instant on hover; `--` where it never was. */
export function Ago({
  at,
  zone,
  now,
}: {
  readonly at: number | null;
  readonly zone: string;
  readonly now: number;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  if (at === null) return MISSING;
  return (
    <time dateTime={new Date(at).toISOString()} title={momentAt(zone, at)}>
      {t('ago', { age: ageText((now - at) / 1000) })}
    </time>
  );
}
