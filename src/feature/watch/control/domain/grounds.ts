import { CONTROL_REASONS } from '#contract/control.ts';
import type { Text } from '#contract/text.ts';
import type { CommandWire } from '../contract.ts';

/** What stands behind the end of a command: the reason, and what exactly was told. */
export const groundsOf = ({ reason, detail }: Pick<CommandWire, 'reason' | 'detail'>): readonly Text[] => [
  ...(reason ? [CONTROL_REASONS[reason]] : []),
  ...(detail ? [detail] : []),
];
