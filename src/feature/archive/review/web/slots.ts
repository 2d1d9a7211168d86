export { AttachDialog } from './AttachDialog.tsx';
export { AuditDialog } from './AuditDialog.tsx';
export { PlanDialog } from './PlanDialog.tsx';
export { Reports } from './Reports.tsx';
