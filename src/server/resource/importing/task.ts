import { sql } from 'kysely';
import type { Language } from '#contract/text.ts';
import { resourceOf } from '#resource/index.ts';
import { type TaskHandler, TaskStopped } from '#feature/house/task/server/public.ts';
import { withScope } from '../../database/scope.ts';
import type { Caller } from '../../route.ts';
import type { SlotCall } from '../slot.ts';
import { tableOf } from '../table.ts';
import type { Receipt } from './importRow.ts';
import { type ImportOrder, runImport } from './run.ts';
import { undoImport } from './undo.ts';

/** A caller as a task keeps it: what it may see when it asked. */
export type KeptCaller = Omit<Caller, 'funCodes'> & { readonly funCodes: readonly string[] };

/** What the task of a large import is given. */
export interface ImportParams extends Pick<ImportOrder, 'sha256' | 'fileName' | 'dryRun'> {
  readonly resource: string;
  readonly consumerId: number | null;
  /** How many rows the file has. */
  readonly rows: number;
  readonly language: Language;
  readonly caller: KeptCaller;
}

/** What the task of undoing one is given. */
export interface UndoParams extends Pick<ImportParams, 'resource' | 'language' | 'caller' | 'rows'> {
  readonly importId: number;
}

export const keepCaller = (caller: Caller): KeptCaller => ({ ...caller, funCodes: [...caller.funCodes] });

type Context = Parameters<TaskHandler>[0];

/** Tells the database what its table looks like now: until then long lists are planned and counted the slow way. */
async function settle({ db, log }: Context, resource: string): Promise<void> {
  await sql`vacuum (analyze) ${sql.table(tableOf(resourceOf(resource)))}`
    .execute(db)
    .catch((error: unknown) => log.warn(`The list ${resource} was not settled: ${String(error)}`));
}

/** Works in one transaction in the name of who asked, held to what they may see; a stop takes everything back. */
async function inTheNameOf<T>(
  { services, progress, stopped }: Context,
  { caller, language, rows }: Pick<ImportParams, 'caller' | 'language' | 'rows'>,
  work: (call: SlotCall, onRows: (done: number) => Promise<void>) => Promise<T>,
): Promise<T> {
  const kept = { ...caller, funCodes: new Set(caller.funCodes) };
  return withScope(
    services.db,
    caller.scope,
    (trx) =>
      work({ trx, caller: kept, services, language }, async (done) => {
        if (await stopped()) throw new TaskStopped();
        await progress(done / Math.max(1, rows), { zh: `已处理 ${done} 行`, en: `${done} rows done` });
      }),
    caller.limit ?? [],
  );
}

const importing: TaskHandler = async (context): Promise<Receipt> => {
  const params = context.task.params as ImportParams;
  const receipt = await inTheNameOf(context, params, (call, onRows) =>
    runImport(call, {
      ...params,
      resource: resourceOf(params.resource),
      path: context.files.pathOf(params.sha256),
      consumerId: params.consumerId ?? undefined,
      onRows,
    }),
  );
  await settle(context, params.resource);
  return receipt;
};

const undoing: TaskHandler = async (context) => {
  const params = context.task.params as UndoParams;
  const undone = await inTheNameOf(context, params, (call, onRows) =>
    undoImport(call, resourceOf(params.resource), params.importId, onRows),
  );
  await settle(context, params.resource);
  return { undone };
};

export const taskHandlers: Readonly<Record<string, TaskHandler>> = {
  'resource.import': importing,
  'resource.undoImport': undoing,
};
