import { useTexts } from '#web/text/useTexts.ts';
import { Button } from './Button.tsx';
import type { cutDays, Days } from './period.ts';
import styles from './RangeNote.module.css';

export interface RangeNoteProps {
  /** Why not all that was asked for is shown, and what is. */
  readonly text: string;
  /** The nearest ranges that can be shown. */
  readonly offers: readonly { readonly key: string; readonly label: string; readonly onChoose: () => void }[];
}

/** Below the filters: a range was cut to what can be shown, and what else can be. */
export function RangeNote({ text, offers }: RangeNoteProps) {
  return (
    <output className={styles.note}>
      <span>{text}</span>
      {offers.map(({ key, label, onChoose }) => (
        <Button key={key} onClick={onChoose}>
          {label}
        </Button>
      ))}
    </output>
  );
}

/** The same of a range of days that was cut to its first `most`; nothing where all of it is shown. */
export function CutDays({
  cut,
  most,
  onChoose,
}: {
  readonly cut: ReturnType<typeof cutDays>;
  readonly most: number;
  readonly onChoose: (days: Days) => void;
}) {
  const t = useTexts<typeof import('./texts.ts').texts>('ui');
  if (!cut) return null;
  const { first, last } = cut;
  return (
    <RangeNote
      text={t('atMostDays', { n: most, ...first })}
      offers={[{ key: 'last', label: t('lastDays', { ...last }), onChoose: () => onChoose(last) }]}
    />
  );
}
