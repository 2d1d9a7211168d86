import { Select } from 'antd';
import type { Consumer } from '#web/session/session.ts';
import { useTexts } from '#web/text/useTexts.ts';

export interface ConsumerFieldProps {
  readonly consumers: readonly Consumer[];
  readonly value: number | null;
  readonly wide: boolean;
  /** Enterprises stand below their groups. */
  readonly grouped: boolean;
  readonly onChange: (orgId: number) => void;
  readonly onClose: () => void;
}

const optionOf = ({ orgId, orgName }: Consumer) => ({ value: orgId, label: orgName });

/** The enterprises below the names of their groups, those of none at the end; without groups the plain list. */
export function groupsOf(consumers: readonly Consumer[], none: string) {
  const groups = new Map<number | null, Consumer[]>();
  for (const one of consumers)
    groups.set(one.groupId ?? null, [...(groups.get(one.groupId ?? null) ?? []), one]);
  if (groups.size === 0 || (groups.size === 1 && groups.has(null))) return consumers.map(optionOf);
  const named = [...groups].flatMap(([id, members]) =>
    id === null ? [] : [{ id, name: members[0]?.groupName ?? '', members }],
  );
  const rest = groups.get(null) ?? [];
  return [
    ...named.toSorted((a, b) => a.name.localeCompare(b.name) || a.id - b.id),
    ...(rest.length > 0 ? [{ id: 0, name: none, members: rest }] : []),
  ].map(({ id, name, members }) => ({ key: `g${id}`, label: name, options: members.map(optionOf) }));
}

/** The open list of a `ConsumerSelect`, with search. */
export default function ConsumerField(props: ConsumerFieldProps) {
  const { consumers, value, wide, grouped, onChange, onClose } = props;
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
      options={grouped ? groupsOf(consumers, t('noGroup')) : consumers.map(optionOf)}
      onChange={onChange}
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    />
  );
}
