export { repairAddress } from './address.ts';
export { HistoryPanel, MeterRepairPage } from './lazy.ts';
