export { ChargePage } from './lazy.ts';
