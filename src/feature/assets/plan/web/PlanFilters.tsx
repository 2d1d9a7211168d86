import { DatePicker, Select } from 'antd';
import dayjs from 'dayjs';
import { PLAN_STATES } from '#contract/plan.ts';
import { useAddress } from '#web/address.ts';
import { useText } from '#web/text/useTexts.ts';
import { FilterField } from '#web/ui/FilterBar.tsx';
import { readPlans } from './plansAddress.ts';
import { usePlanTexts } from './usePlan.ts';

const DATE = 'YYYY-MM-DD';

/** Days, which may lie ahead, and state of plans. */
export function PlanFilters({ from, to }: { readonly from: string; readonly to: string }) {
  const t = usePlanTexts();
  const say = useText();
  const [{ state }, change] = useAddress(readPlans);
  return (
    <>
      <FilterField label={t('day')}>
        <DatePicker.RangePicker
          aria-label={t('day')}
          allowClear={false}
          value={[dayjs(from), dayjs(to)]}
          style={{ width: 240, maxWidth: '100%' }}
          onChange={(range) => {
            const [begin, end] = range ?? [];
            if (begin && end) change({ from: begin.format(DATE), to: end.format(DATE), page: undefined });
          }}
        />
      </FilterField>
      <FilterField label={t('state')}>
        <Select
          allowClear
          value={state ?? null}
          placeholder={t('all')}
          aria-label={t('state')}
          style={{ width: 150 }}
          options={Object.entries(PLAN_STATES).map(([value, label]) => ({ value, label: say(label) }))}
          onChange={(next: string | undefined) => change({ state: next, page: undefined })}
        />
      </FilterField>
    </>
  );
}
