export { QualityPage } from './lazy.ts';
