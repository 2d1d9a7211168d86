export { guardsQuery } from './calls.ts';
export { DemandPanel } from './DemandPanel.tsx';
export { GuardPanel } from './GuardPanel.tsx';
