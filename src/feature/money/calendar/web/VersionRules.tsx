import { FLAT_RULES, type PeriodRule } from '#contract/periodRule.ts';
import { isDefault } from '#domain/calendar/rule.ts';
import { Button } from '#web/ui/Button.tsx';
import kit from '#web/ui/kit.module.css';
import { RuleCard } from './RuleCard.tsx';
import { useCalendarTexts } from './useCalendarTexts.ts';

export interface VersionRulesProps {
  readonly rules: readonly PeriodRule[];
  readonly mayEdit: boolean;
  /** The element that tells how a rule is drawn. */
  readonly describedBy: string;
  readonly onChange: (rules: readonly PeriodRule[]) => void;
}

/** The rules of a version, and a button for one more. */
export function VersionRules({ rules, mayEdit, describedBy, onChange }: VersionRulesProps) {
  const t = useCalendarTexts();
  const first = rules.findIndex(isDefault);
  return (
    <>
      {rules.map((rule, index) => (
        <RuleCard
          // A rule is its place in the list: it has nothing else of its own.
          key={`rule ${index + 1}`}
          rule={rule}
          number={index + 1}
          disabled={!mayEdit}
          describedBy={describedBy}
          onChange={(next) => onChange(rules.with(index, next))}
          onRemove={index === first ? undefined : () => onChange(rules.toSpliced(index, 1))}
        />
      ))}
      {mayEdit && (
        <div className={kit.wrap}>
          <Button
            onClick={() =>
              onChange([
                ...rules,
                {
                  ...(first >= 0 ? { months: [new Date().getMonth() + 1] } : {}),
                  segments: [...(rules[first] ?? FLAT_RULES.rules[0] ?? { segments: [] }).segments],
                },
              ])
            }
          >
            {t('addRule')}
          </Button>
        </div>
      )}
    </>
  );
}
