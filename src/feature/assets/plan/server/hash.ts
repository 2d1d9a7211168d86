import { createHash } from 'node:crypto';
import { canonicalText, type PlanIdentity } from '#domain/storage/plan.ts';

/** SHA-256 of a plan as both sides take it (`canonicalText`), hexadecimal. */
export const planHash = (plan: PlanIdentity, points: readonly number[]): string =>
  createHash('sha256').update(canonicalText(plan, points)).digest('hex');
