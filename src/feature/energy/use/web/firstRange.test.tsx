import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answerCalls, drawAt, session } from '#web/resource/testBed.tsx';
import type { Analysis } from '#web/analysisFrame/analysis.ts';
import { pageOf } from '#web/analysisFrame/AnalysisPage.tsx';
import { energy } from './energy.ts';
import { texts } from '#web/analysisFrame/texts.ts';

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2024-03-15T04:00:00Z'), toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

test.each<[string, string, Analysis]>([['energy', '2024-02-14', energy]])(
  '%s is first asked from %s to today',
  async (name, begin, analysis) => {
    const calls = answerCalls(({ path }) =>
      path.includes('getData') ? new Promise<object>(() => {}) : { code: 200, message: '', data: [] },
    );
    const Page = pageOf(analysis);
    await drawAt('/', <Page />, {
      as: { ...session, consumers: [{ orgId: 7, orgName: 'Works' }] },
      phrases: { analysisFrame: texts },
    });
    await screen.findByRole('status', { name: 'Loading' });
    await waitFor(() =>
      expect(calls.some(({ path }) => path.includes(`analysis/${name}/getData`))).toBe(true),
    );
    const { path } = calls.find((call) => call.path.includes('getData')) ?? { path: '' };
    const { searchParams } = new URL(path, 'http://here');
    expect([searchParams.get('begin'), searchParams.get('end')]).toEqual([begin, '2024-03-15']);
  },
);
