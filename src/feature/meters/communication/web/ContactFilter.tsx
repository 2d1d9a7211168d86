import { Segmented } from '#web/ui/Segmented.tsx';
import type { ContactState, GatewaySummary } from '../contract.ts';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

const SHOWN = ['online', 'silent', 'offline', 'never'] as const;

export interface ContactFilterProps {
  readonly summary: GatewaySummary | undefined;
  readonly value: ContactState | null;
  readonly onChange: (value: ContactState | null) => void;
}

/** How many stand how; a press shows these alone. */
export function ContactFilter({ summary, value, onChange }: ContactFilterProps) {
  const t = useCommunicationTexts();
  const total = summary && SHOWN.reduce((sum, key) => sum + summary[key], 0);
  const states = SHOWN.filter((key) => key !== 'offline' || value === key || (summary?.offline ?? 0) > 0);
  return (
    <Segmented
      label={t('contact')}
      value={value ?? 'all'}
      options={[
        { value: 'all', text: `${t('all')} ${total ?? ''}` },
        ...states.map((key) => ({ value: key, text: `${t(key)} ${summary?.[key] ?? ''}` })),
      ]}
      onChange={(next: ContactState | 'all') => onChange(next === 'all' ? null : next)}
    />
  );
}
