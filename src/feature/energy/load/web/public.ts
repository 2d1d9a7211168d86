export { LoadPage, QuarterHeat } from './lazy.ts';
