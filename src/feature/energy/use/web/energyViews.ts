import { viewsOf } from '#web/analysisFrame/AnalysisViews.tsx';
import { classChart } from './class.ts';
import { energy } from './energy.ts';
import { hour, week } from './profile.ts';

/** The energy analysis: its course, its classes, its hours and its weekdays. */
export const energyViews = viewsOf({ zh: '视图', en: 'View' }, [
  { value: 'trend', text: { zh: '用能趋势', en: 'Trend' }, analysis: energy },
  { value: 'class', text: classChart.title, analysis: classChart },
  { value: 'hour', text: hour.title, analysis: hour },
  { value: 'week', text: week.title, analysis: week },
]);
