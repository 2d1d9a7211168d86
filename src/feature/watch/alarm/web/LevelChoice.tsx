import { EVENT_LEVELS } from '#contract/linkage.ts';
import { textIn } from '#contract/text.ts';
import { currentLanguage } from '#web/text/language.ts';
import { Segmented } from '#web/ui/Segmented.tsx';

interface LevelChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (level: string) => void;
}

/** The level of an alarm rule, one of the four. */
export function LevelChoice({ label, value, onChange }: LevelChoiceProps) {
  const language = currentLanguage();
  return (
    <Segmented
      small
      label={label}
      value={value}
      options={Object.entries(EVENT_LEVELS).map(([code, text]) => ({
        value: code,
        text: textIn(text, language),
      }))}
      onChange={onChange}
    />
  );
}
