import { AsyncLocalStorage } from 'node:async_hooks';
import type { Language } from '#contract/text.ts';
import type { Db } from './db.ts';
import { preparing } from './pool.ts';

/** The enterprises (consumer ids) whose rows may be seen; an empty list sees nothing. */
export type Scope = 'all' | readonly number[];

/**
 * Runs `fn` in one transaction in which row level security shows the rows of `scope` only; commits when
 * it resolves, rolls back when it throws. The beginning travels with the first statement.
 * @param limit organisations (enterprises, sites, units) that narrow the scope further; none = no limit
 */
export async function withScope<T>(
  db: Db,
  scope: Scope,
  fn: (trx: Db) => Promise<T>,
  limit: readonly number[] = [],
  { readOnly = false, prepared = false, call, language }: ScopeWay = {},
): Promise<T> {
  const settings = [`meterhouse.scope = '${scopeText(scope)}'`];
  if (limit.length > 0) settings.push(`meterhouse."limit" = '${scopeText(limit)}'`);
  if (call !== undefined) settings.push(`meterhouse.call = '${callText(call)}'`);
  if (language !== undefined && language !== 'zh') settings.push("meterhouse.language = 'en'");
  if (prepared) settings.push('plan_cache_mode = force_generic_plan');
  const text = `begin${readOnly ? ' read only' : ''}; ${settings.map((one) => `set local ${one}`).join('; ')}`;
  return beginWith.run({ text, readOnly, prepared, limited: limit.length > 0 }, () =>
    db.transaction().execute((trx) => beginWith.exit(() => preparing.run(prepared, () => fn(trx)))),
  );
}

/** The statements of `fn` that stand outside of transactions stay prepared on their connections. */
export const keptPrepared = <T>(fn: () => Promise<T>): Promise<T> => preparing.run(true, fn);

/** How the statements of a transaction are treated. */
export interface ScopeWay {
  /** It may only read: writing fails, and its end is not waited for. */
  readonly readOnly?: boolean;
  /**
   * Its statements stay prepared on their connection, with one plan for all values: for calls that are asked often
   * and whose plan is the same key look-up whatever the values.
   */
  readonly prepared?: boolean;
  /** Function code of the call that writes, `*` where its handler asks: tasks keep it. */
  readonly call?: string;
  /** The language in which rows tell their names (decision 96); without it as they were entered. */
  readonly language?: Language | undefined;
}

/** What opens a transaction. */
export interface Beginning extends Required<Omit<ScopeWay, 'call' | 'language'>> {
  readonly text: string;
  /** It is narrowed by the limits of a role. */
  readonly limited: boolean;
}

/** The text of the setting `meterhouse.scope`: 'all' or '1001,1002'. */
function scopeText(scope: Scope): string {
  if (scope === 'all') return 'all';
  for (const id of scope) {
    if (!Number.isSafeInteger(id)) throw new TypeError(`A scope holds whole numbers, not ${String(id)}.`);
  }
  return scope.join(',');
}

function callText(call: string): string {
  if (!/^[\w.*-]*$/.test(call)) throw new TypeError(`A function code holds no ${call}.`);
  return call;
}

// Carries the scope from withScope to the driver's begin and no further.
export const beginWith = new AsyncLocalStorage<Beginning>();
