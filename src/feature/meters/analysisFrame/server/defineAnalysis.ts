import * as z from 'zod';
import { type Text, textIn } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import { defineRoute, type Route } from '#server/route.ts';
import { sheetType, writeSheet } from '#server/sheet/writeSheet.ts';
import type { Interval } from '#contract/interval.ts';
import type { AnalysisAnswer, Finding } from '../contract.ts';
import { type AnalysisContext, analysisContextOf, analysisParams } from './context.ts';
import { sheetOf } from './sheetOf.ts';

/** One analysis: what it may be asked, and how it finds its answer. */
export interface AnalysisDefinition<S extends z.ZodRawShape> {
  /** Last part of its address: `/api/analysis/<name>/getData` and `…/export`. */
  readonly name: string;
  readonly title: Text;
  readonly permission: string;
  /** Intervals that it takes, its own first. */
  readonly intervals: readonly [Interval, ...Interval[]];
  /** What else it may be asked. */
  readonly more?: S;
  readonly example?: Readonly<Record<string, unknown>>;
  readonly find: (trx: Db, context: AnalysisContext, more: z.output<z.ZodObject<S>>) => Promise<Finding>;
}

/** An analysis for whoever asks it without a call: a report. */
export interface AnalysisSource {
  readonly title: Text;
  readonly intervals: readonly Interval[];
  /** @param query as a call would send it. @throws Fault 400 with the parameter that is wrong. */
  readonly answer: (trx: Db, query: Readonly<Record<string, unknown>>) => Promise<AnalysisAnswer>;
}

/** The calls of an analysis: its answer, and the same rows as a sheet. */
export function defineAnalysis<const S extends z.ZodRawShape = Record<never, never>>(
  definition: AnalysisDefinition<S>,
): readonly Route[] & { readonly source: AnalysisSource } {
  const { name, title, permission, intervals, find } = definition;
  const common = z.object(analysisParams(intervals));
  const own = z.object(definition.more ?? ({} as S));
  const params = z.object({ ...common.shape, ...own.shape });
  const example = { consumerId: 1001, interval: intervals[0], ...definition.example };
  const answer = async (trx: Db, query: unknown): Promise<AnalysisAnswer> => {
    const understood = await analysisContextOf(trx, common.parse(query), Date.now());
    return { ...understood.question, ...(await find(trx, understood, own.parse(query))) };
  };
  const routes = [
    defineRoute({
      method: 'GET',
      path: `/api/analysis/${name}/getData`,
      summary: title,
      permission,
      prepared: true,
      params,
      example,
      handler: ({ trx, params: query }) => answer(trx, query),
    }),
    defineRoute({
      method: 'DOWNLOAD',
      path: `/api/analysis/${name}/export`,
      summary: { zh: `${title.zh}：导出`, en: `${title.en}: export` },
      permission,
      params: z.object({ ...params.shape, format: z.enum(['xlsx', 'csv']).default('xlsx') }),
      example: { ...example, format: 'xlsx' },
      handler: async ({ trx, params: query, language }) => {
        const { format } = query as { format: 'xlsx' | 'csv' };
        const found = await answer(trx, query);
        const { subject, begin, end } = found;
        return {
          fileName: `${textIn(title, language)} ${subject.name} ${begin} ${end}.${format}`,
          mimeType: sheetType(format),
          body: writeSheet(sheetOf(found, title, language, format)),
        };
      },
    }),
  ];
  return Object.assign(routes, {
    source: {
      title,
      intervals,
      answer: (trx: Db, query: Readonly<Record<string, unknown>>) => answer(trx, params.parse(query)),
    },
  });
}
