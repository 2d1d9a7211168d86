export { CLASSIFY_CHOICE } from './classify.ts';
export { EnergyViews } from './lazy.ts';
