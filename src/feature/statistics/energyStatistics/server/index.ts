import type { Route } from '#server/route.ts';
import { classify, powerOverview } from './classify.ts';
import { enterprise } from './enterprise.ts';
import { form } from './form.ts';
import { overview } from './overview.ts';
import { procedure } from './procedure.ts';
import { production } from './production.ts';
import { shift } from './shift.ts';
import { standard } from './standard.ts';
import { team } from './team.ts';

/** Every statistic, one line each. */
export const routes: readonly Route[] = [
  ...overview,
  ...enterprise,
  ...procedure,
  ...classify,
  ...powerOverview,
  ...team,
  ...production,
  ...form,
  ...shift,
  ...standard,
];
