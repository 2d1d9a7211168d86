import { OpenPanel } from '#feature/watch/alarm/web/public.ts';
import type { BlockProps } from '../useBlock.ts';

/** The open alarms, each confirmed and put aside where it stands. */
export default function AlarmBlock({ consumerId }: BlockProps) {
  return consumerId === null ? null : <OpenPanel consumerId={consumerId} />;
}
