export { CoursePanels } from './CoursePanels.tsx';
export { FigureStrip } from './FigureStrip.tsx';
export { FlowPanel } from './FlowPanel.tsx';
export { OverviewBody, type OverviewBodyProps } from './OverviewBody.tsx';
export { OverviewFrame } from './OverviewPage.tsx';
export { hasPeriods } from './span.ts';
