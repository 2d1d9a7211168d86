/** Function codes of the repair screen. */
export const PERMISSION = {
  view: 'SDNMonitoring.MeterRepair',
  edit: 'correction.edit',
  undo: 'correction.undo',
} as const;
