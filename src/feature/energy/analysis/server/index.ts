import type { Route } from '#server/route.ts';
import { bill } from './bill.ts';
import { classChart } from './class.ts';
import { compare } from './compare.ts';
import { cycle } from './cycle.ts';
import { demandAnalysis } from './demand/analysis.ts';
import { demandCalls } from './demand/calls.ts';
import { energy } from './energy.ts';
import { energyCalls } from './energyCalls.ts';
import { flow } from './flow.ts';
import { hour } from './hour.ts';
import { important } from './important/calls.ts';
import { load } from './load.ts';
import { loadCalls } from './loadCalls.ts';
import { getCurve } from './loadCurve.ts';
import { getQuarters } from './loadQuarters.ts';
import { part } from './part.ts';
import { peak } from './peak.ts';
import { qualityAnalysis } from './quality/analysis.ts';
import { qualityCalls } from './quality/calls.ts';
import { statement } from './statement.ts';
import { timeShare } from './timeShare.ts';
import { week } from './week.ts';

/** Every analysis, one line each. */
export const routes: readonly Route[] = [
  ...energy,
  ...energyCalls,
  ...classChart,
  ...hour,
  ...week,
  ...timeShare,
  ...cycle,
  ...peak,
  ...load,
  ...loadCalls,
  getCurve,
  getQuarters,
  ...demandAnalysis,
  ...demandCalls,
  ...qualityAnalysis,
  ...qualityCalls,
  ...important,
  ...compare,
  ...part,
  ...flow,
  ...statement,
  ...bill,
];
