import { energiesOf, fittingEnergy } from '#contract/deviceType.ts';
import { LifeLink } from '#feature/meters/ledger/web/slots.ts';
import { RecalculationDialog } from '#feature/meters/recalculation/web/slots.ts';
import { SumDialog } from '#feature/meters/virtualMeter/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

/** The energy types to choose from: those of the meter type, and the one that it has. */
const narrow: WebSlots['narrow'] = (field, name, values) => {
  if (name !== 'dataType') return field;
  const energies: readonly unknown[] = energiesOf(String(values['deviceType']));
  const options = Object.entries(field.options ?? {});
  return {
    ...field,
    required: energies.length > 0,
    options: Object.fromEntries(
      options.filter(([value]) => energies.includes(value) || value === values['dataType']),
    ),
  };
};

export const slots: WebSlots = {
  narrow,
  follow: (values, changed) =>
    changed === null || changed === 'deviceType'
      ? {
          ...values,
          dataType: fittingEnergy(
            String(values['deviceType']),
            (values['dataType'] as string | null) ?? null,
          ),
        }
      : values,
  actions: [
    {
      key: 'life',
      label: { zh: '表计履历', en: 'Meter life' },
      permission: 'view',
      Dialog: LifeLink,
    },
    {
      key: 'sum',
      label: { zh: '总加组成', en: 'Parts of the sum' },
      permission: 'edit',
      Dialog: SumDialog,
    },
    {
      key: 'recalculation',
      label: { zh: '重新计算', en: 'Recalculate' },
      permission: 'edit',
      Dialog: RecalculationDialog,
    },
  ],
};
