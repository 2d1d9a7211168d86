import { type Language, type Text, textIn } from '#contract/text.ts';
import { zoneOf } from '#domain/time/zone.ts';
import type { AnalysisAnswer } from '#feature/meters/analysisFrame/contract.ts';
import { dateAt } from '#domain/time/text.ts';

/** What a file of a report says about itself. */
export interface ReportHead {
  readonly name: string;
  /** What it tells. */
  readonly title: Text;
  /** Name of the enterprise, beside the object that the report is about. */
  readonly consumerName: string;
  readonly language: Language;
  /** When it is made, ms. */
  readonly now: number;
}

/** The object, below its enterprise where it is not the enterprise itself. */
export const subjectOf = ({ subject }: AnalysisAnswer, { consumerName }: ReportHead): string =>
  subject.name === consumerName ? consumerName : `${consumerName} / ${subject.name}`;

/** The date on which it is made, where the object lies. */
export const madeOn = ({ subject }: AnalysisAnswer, { now }: ReportHead): string =>
  dateAt(zoneOf(subject.timeZone), now);

/** A page of all, in words. */
export const pageOf = (language: Language, n: number | string, of: number | string): string =>
  textIn({ zh: `第 ${n} 页，共 ${of} 页`, en: `Page ${n} of ${of}` }, language);
