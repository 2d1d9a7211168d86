export { DemandPage } from './lazy.ts';
