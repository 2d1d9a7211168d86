import type { Route } from '#server/route.ts';
import { classChart } from './class.ts';
import { energy } from './energy.ts';
import { energyCalls } from './energyCalls.ts';
import { hour } from './hour.ts';
import { part } from './part.ts';
import { week } from './week.ts';

export const routes: readonly Route[] = [...energy, ...energyCalls, ...classChart, ...hour, ...week, ...part];
