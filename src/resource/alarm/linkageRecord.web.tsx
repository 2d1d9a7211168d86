import { iRemoteControl } from '#resource/archive/iRemoteControl.ts';
import { iVideoControl } from '#resource/archive/iVideoControl.ts';
import type { CellProps } from '#web/resource/kindWeb.ts';
import type { WebSlots } from '#web/resource/slot.ts';
import { useText } from '#web/text/useTexts.ts';
import { GoLink } from '#web/ui/GoLink.tsx';

const WORK_ORDER = { zh: '工单', en: 'Work order' };
/** What a run went to where that is no address and no group: kept by its kind and number. */
const THINGS = {
  camera: { resource: iVideoControl, label: { zh: '摄像机', en: 'Camera' } },
  control: { resource: iRemoteControl, label: { zh: '遥控点', en: 'Remote output' } },
} as const;

/** To whom or what a run went, in the words of the reader; a camera and an output lead to their row. */
function RecipientCell({ value }: CellProps) {
  const say = useText();
  const recipient = String(value ?? '');
  if (recipient === 'work order') return <>{say(WORK_ORDER)}</>;
  const [, kind, id] = /^(camera|control) (\d+)$/.exec(recipient) ?? [];
  if (kind !== 'camera' && kind !== 'control') return <span title={recipient}>{recipient}</span>;
  const { resource, label } = THINGS[kind];
  return (
    <GoLink goal={{ to: resource.screen, search: { row: Number(id) } }}>
      {say(label)} {id}
    </GoLink>
  );
}

export const slots: WebSlots = { cells: { recipient: RecipientCell } };
