export { CurveDialog } from './lazy.ts';
