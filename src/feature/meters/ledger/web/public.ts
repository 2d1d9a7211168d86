export { lifeQuery } from './calls.ts';
export { History } from './History.tsx';
export { MeterLifePage } from './lazy.ts';
export { MeterLifePlace, type OfMeterProps } from './place.ts';
