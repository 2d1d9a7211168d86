import { dataCode } from '#contract/dataCode.ts';
import { Cell as TextCell } from '#field/text/web.tsx';
import type { CellProps, ResourceRow } from '#web/resource/kindWeb.ts';
import type { WebSlots } from '#web/resource/slot.ts';
import { useText } from '#web/text/useTexts.ts';
import { Missing } from '#web/ui/NumberText.tsx';

/** What stands for a unit that follows the energy type of the meter, by the kind of value. */
const FOLLOWS = {
  register: { zh: '随能源类型', en: 'as the energy type' },
  interval: { zh: '随能源类型', en: 'as the energy type' },
  gauge: { zh: '随能源类型，每小时', en: 'as the energy type, per hour' },
};

function UnitCell({ row, ...props }: CellProps & { readonly row: ResourceRow }) {
  const say = useText();
  if (props.value) return <TextCell {...props} />;
  const code = dataCode(String(row['dataCode']));
  return code?.unit === null ? <span>{say(FOLLOWS[code.kind])}</span> : <Missing />;
}

export const slots: WebSlots = { cells: { unit: UnitCell } };
