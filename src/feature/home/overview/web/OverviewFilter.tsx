import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { energyTypeOf } from '#contract/energyType.ts';
import { get } from '#web/api.ts';
import { useHeldAddress } from '#web/heldAddress.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import { FilterBar } from '#web/ui/FilterBar.tsx';
import { OrgTreeSelect, type OrgNode } from '#web/ui/OrgTreeSelect.tsx';
import { PeriodPicker } from '#web/ui/PeriodPicker.tsx';
import { Segmented } from '#web/ui/Segmented.tsx';
import type { Subject } from '#feature/meters/subject/contract.ts';
import styles from './Overview.module.css';
import type { OverviewAddress } from './address.ts';
import { useOverviewTexts } from './useOverviewTexts.ts';

/** A node as `sys/orgUnit/getOrgTree` sends it. */
interface TreeNode {
  readonly id: number;
  readonly name: string;
  readonly code: string;
  readonly children: readonly TreeNode[];
}

const toNode = ({ id, name, code, children }: TreeNode): OrgNode => ({
  orgId: id,
  orgName: name,
  orgCode: code,
  children: children.map(toNode),
});

export interface OverviewFilterProps {
  readonly consumerId: number;
  readonly address: OverviewAddress;
  readonly subject: Subject | undefined;
  /** The day shown. */
  readonly date: string;
  readonly today: string;
  /** The present power and age of the data, at the end of the row. */
  readonly live: ReactNode;
  readonly onChange: (part: {
    org?: number;
    meter?: undefined;
    type?: string;
    date?: string | undefined;
  }) => void;
}

/** Who, which energy, which day; all in the address. */
export function OverviewFilter({
  consumerId,
  address,
  subject,
  date,
  today,
  live,
  onChange,
}: OverviewFilterProps) {
  const t = useOverviewTexts();
  const text = useText();
  const held = useHeldAddress() !== null;
  const tree = useQuery({
    queryKey: ['sys', 'orgUnit', 'getOrgTree', consumerId],
    queryFn: () => get<TreeNode[]>('sys/orgUnit/getOrgTree', { consumerId }, { quiet: true }),
    enabled: !held,
  });
  const nodes = useMemo(() => (tree.data ?? []).map(toNode), [tree.data]);
  const types = subject?.dataTypes ?? [];
  return (
    <FilterBar aside={live} summary={[held ? '' : subject?.name, date].filter(Boolean).join(' · ')}>
      {!held && (
        <OrgTreeSelect
          nodes={nodes}
          value={address.org ?? consumerId}
          label={t('object')}
          onChange={(org) => onChange({ org, meter: undefined })}
        />
      )}
      {!held && address.meter !== null && subject && (
        <span className={styles.meter}>
          {t('meterOnly', { name: subject.name })}
          <Button kind="link" onClick={() => onChange({ meter: undefined })}>
            {t('wholeOrg')}
          </Button>
        </span>
      )}
      {types.length > 1 && (
        <Segmented
          label={t('energy')}
          options={types.map((type) => ({ value: type, text: text(energyTypeOf(type).label) }))}
          value={subject?.dataType ?? ''}
          onChange={(type) => onChange({ type })}
        />
      )}
      <PeriodPicker
        kind="day"
        value={date}
        max={today}
        onChange={(day) => onChange({ date: day === today ? undefined : day })}
      />
      {date !== today && (
        <Button kind="link" onClick={() => onChange({ date: undefined })}>
          {t('backToToday')}
        </Button>
      )}
    </FilterBar>
  );
}
