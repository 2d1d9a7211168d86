import { Select } from 'antd';
import type { Consumer } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';

export interface ConsumerFieldProps {
  readonly consumers: readonly Consumer[];
  readonly value: number | null;
  readonly wide: boolean;
  readonly onChange: (orgId: number) => void;
  readonly onClose: () => void;
}

/** The open list of a `ConsumerSelect`, with search. */
export default function ConsumerField({ consumers, value, wide, onChange, onClose }: ConsumerFieldProps) {
  const t = useTexts<typeof import('./texts.ts').texts>('shell');
  return (
    <Select<number>
      open
      // It takes the place of the button that was pressed.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      aria-label={t('enterprise')}
      showSearch={{ optionFilterProp: 'label' }}
      style={{ width: wide ? '100%' : 260 }}
      {...(value === null ? {} : { value })}
      options={consumers.map((one) => ({ value: one.orgId, label: one.orgName }))}
      onChange={onChange}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    />
  );
}
