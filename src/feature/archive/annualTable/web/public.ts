export { AnnualTablePage } from './lazy.ts';
