import type { PeriodRules } from '#contract/periodRule.ts';

/** For tests: deep valley from noon to two on holidays, valley at night, flat else. */
export const NOON: PeriodRules = {
  rules: [
    {
      segments: [
        { begin: '00:00', end: '08:00', period: 4 },
        { begin: '08:00', end: '24:00', period: 3 },
      ],
    },
    {
      dayTypes: ['holiday'],
      segments: [
        { begin: '00:00', end: '08:00', period: 4 },
        { begin: '08:00', end: '12:00', period: 3 },
        { begin: '12:00', end: '14:00', period: 5 },
        { begin: '14:00', end: '24:00', period: 3 },
      ],
    },
  ],
};
