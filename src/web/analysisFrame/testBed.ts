import { INTERVAL } from '#contract/interval.ts';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';

const NO_ANSWER: AnalysisAnswer = {
  subject: {
    orgId: 1001,
    dataAmmeterId: null,
    name: '钢厂',
    kind: 'site',
    consumerId: 1001,
    timeZone: HOME_ZONE,
    dataType: '101',
    unit: 'kWh',
    dataTypes: ['101'],
    meters: [],
    neverHeard: [],
    reason: 'list',
  },
  interval: INTERVAL.day,
  begin: '2024-02-01',
  end: '2024-02-29',
  from: Date.parse('2024-01-31T16:00:00Z'),
  to: Date.parse('2024-02-29T16:00:00Z'),
  until: Date.parse('2024-02-29T16:00:00Z'),
  now: Date.parse('2024-03-15T04:00:00Z'),
  figures: [],
  columns: [],
  rows: [],
};

/** An answer of an analysis over February 2024 for tests, with the parts that they are about. */
export const answerOf = (part: Partial<AnalysisAnswer>): AnalysisAnswer => ({ ...NO_ANSWER, ...part });
