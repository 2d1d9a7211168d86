export { CurveDialog } from './CurveDialog.tsx';
