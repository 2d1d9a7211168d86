import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Text } from '#contract/text.ts';
import { get } from '#web/api.ts';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Standard } from '#feature/energy/analysisStandard/contract.ts';
import type { PartProps } from '#web/analysisFrame/analysis.ts';
import {
  StandardDialog,
  type StandardDialogProps,
  type StandardField,
} from '#web/analysisFrame/StandardDialog.tsx';

interface Reported {
  readonly ammeterId?: number;
  readonly ammeterName?: string;
  readonly own?: Standard;
}

const LEVELS: readonly { readonly value: string; readonly text: Text }[] = [
  { value: '1', text: { zh: '220 V（+7%，-10%）', en: '220 V (+7%, -10%)' } },
  { value: '2', text: { zh: '380 V（±7%）', en: '380 V (±7%)' } },
  { value: '3', text: { zh: '6 kV（±7%）', en: '6 kV (±7%)' } },
  { value: '4', text: { zh: '10 kV（±7%）', en: '10 kV (±7%)' } },
  { value: '5', text: { zh: '35 kV 及以上', en: '35 kV and above' } },
];

/** Call and fields of the standard of a pass type. */
function formOf(
  pass: string,
  own: Standard,
): Pick<StandardDialogProps, 'call' | 'hint'> & { readonly fields: readonly StandardField[] } {
  const one = (label: Text, value: number | null, unit?: string): readonly StandardField[] => [
    { name: 'standard', label, value, ...(unit ? { unit } : {}) },
  ];
  switch (pass) {
    case '102':
      return {
        call: 'analysis/quality/setCurrentStandard',
        fields: one({ zh: '电流上限', en: 'Maximum current' }, own.currentLimit, 'A'),
        hint: {
          zh: '留空：由额定功率、额定电压和 0.9 功率因数推算。',
          en: 'Empty: follows from rated power, nominal voltage and a power factor of 0.9.',
        },
      };
    case '103':
      return {
        call: 'analysis/quality/setPowerStandard',
        fields: one({ zh: '功率因数下限', en: 'Minimum power factor' }, own.powerStandard),
        hint: {
          zh: '0 到 1；留空为 0.9。低于额定功率 5% 的时刻不计。',
          en: '0 to 1; empty: 0.9. Moments below 5% of the rated power do not count.',
        },
      };
    case '104':
      return {
        call: 'analysis/quality/setBalanceStandard',
        fields: one({ zh: '不平衡度上限', en: 'Maximum unbalance' }, own.balanceStandard, '%'),
        hint: { zh: '留空为 2%。', en: 'Empty: 2%.' },
      };
    default:
      return {
        call: 'analysis/quality/setVoltageStandard',
        fields: [
          {
            name: 'voltageLevel',
            label: { zh: '电压等级', en: 'Voltage level' },
            value: own.voltageLevel,
            options: LEVELS,
          },
          {
            name: 'voltageNominal',
            label: { zh: '标称线电压', en: 'Nominal line voltage' },
            value: own.voltageNominal,
            unit: 'V',
          },
          { name: 'upper', label: { zh: '上偏差', en: 'Above by' }, value: own.voltageUpper, unit: '%' },
          { name: 'lower', label: { zh: '下偏差', en: 'Below by' }, value: own.voltageLower, unit: '%' },
        ],
        hint: {
          zh: '留空：按读数识别电压等级，偏差按 GB/T 12325。35 kV 及以上正负偏差之和不超过 10%。',
          en: 'Empty: the level is recognised by the readings, deviations follow GB/T 12325. At 35 kV and above both together may be 10%.',
        },
      };
  }
}

/** Sets the standard of the measure shown, for the meter that is looked at. */
export function QualityActions({ params }: PartProps) {
  const text = useText();
  const may = useMay('analysis.qualityStandard.edit');
  const [open, setOpen] = useState(false);
  const { data } = useQuery({
    queryKey: ['analysis', 'quality', 'standard', params['orgId'], params['dataAmmeterId'], params['end']],
    queryFn: ({ signal }) =>
      get<Reported>(
        'analysis/quality/getStandard',
        { orgId: params['orgId'], dataAmmeterId: params['dataAmmeterId'], date: params['end'] },
        { quiet: true, signal },
      ),
    enabled: may && open,
    retry: false,
  });
  if (!may) return null;
  const form = data?.own ? formOf(String(params['pass'] ?? '101'), data.own) : null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text({ zh: '设置标准', en: 'Set limits' })}</Button>
      {open && form && (
        <StandardDialog
          title={{ zh: `合格标准：${data?.ammeterName ?? ''}`, en: `Limits: ${data?.ammeterName ?? ''}` }}
          {...form}
          who={{ dataAmmeterId: data?.ammeterId }}
          done={{ zh: '设置合格线成功', en: 'The qualified line is set' }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
