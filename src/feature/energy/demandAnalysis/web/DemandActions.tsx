import { useState } from 'react';
import { useMay } from '#web/session/session.ts';
import { useText } from '#web/text/useTexts.ts';
import { Button } from '#web/ui/Button.tsx';
import type { PartProps } from '#web/analysisFrame/analysis.ts';
import { StandardDialog } from '#web/analysisFrame/StandardDialog.tsx';

/** Sets the standard, maximum and second line of the object. */
export function DemandActions({ answer, params }: PartProps) {
  const text = useText();
  const may = useMay('analysis.demandStandard.edit');
  const [open, setOpen] = useState(false);
  if (!may) return null;
  const lineOf = (key: string): number | null => {
    const value = answer.rows[0]?.cells[key];
    return typeof value === 'number' ? value : null;
  };
  const unit = answer.columns.find((column) => column.key === 'value')?.unit ?? '';
  return (
    <>
      <Button onClick={() => setOpen(true)}>{text({ zh: '设置标准', en: 'Set lines' })}</Button>
      {open && (
        <StandardDialog
          title={{ zh: `需量标准：${answer.subject.name}`, en: `Demand lines: ${answer.subject.name}` }}
          call="analysis/demand/setStandard"
          who={{ orgId: params['orgId'], dataAmmeterId: params['dataAmmeterId'] }}
          done={{ zh: '设置基准值成功', en: 'The reference value is set' }}
          hint={{
            zh: '高于标准线的窗口计为超标；留空则不画该线。',
            en: 'Windows above the standard line are counted. An empty field takes its line away.',
          }}
          fields={[
            {
              name: 'standard',
              label: { zh: '标准线', en: 'Standard line' },
              unit,
              value: lineOf('standard'),
            },
            { name: 'max', label: { zh: '最大线', en: 'Maximum line' }, unit, value: lineOf('max') },
            { name: 'second', label: { zh: '次大线', en: 'Second line' }, unit, value: lineOf('second') },
          ]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
