/** Function codes of the screen and its buttons, as in the menu. */
export const PERMISSION = {
  view: 'SDNPowerAdmin.SDNDataInput',
  add: 'dataInput.add',
  import: 'dataInput.import',
  del: 'dataInput.del',
  statistics: 'dataInput.statistics',
} as const;
