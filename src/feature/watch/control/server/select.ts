import { randomUUID } from 'node:crypto';
import { badInput, Fault } from '#contract/error.ts';
import type { Text } from '#contract/text.ts';
import { requested, step } from '#domain/control/command.ts';
import { refusalOf } from '#domain/control/permit.ts';
import type { Db } from '#server/database/db.ts';
import { withScope } from '#server/database/scope.ts';
import type { Caller } from '#server/route.ts';
import { Together, togetherOf } from '#server/together.ts';
import { faultOfTarget } from '../domain/wiring.ts';
import type { CommandRow } from './command.ts';
import { byCaller, type Given, KEPT } from './given.ts';
import { byKeys, type Draft, heldAll, insertAll, keyText, refusedDraft } from './held.ts';
import { operationsOf, personWith } from './person.ts';
import { hindranceText, openOf, pointNow, type Standing } from './standing.ts';

/** What a person wants of an output. */
export interface Wish {
  readonly target: number;
  /** The same key is the same command. */
  readonly key?: string | undefined;
  readonly remark?: string | undefined;
}

interface Asked {
  readonly caller: Caller;
  readonly controlId: number;
  readonly wish: Wish;
}

const KEY_TAKEN: Text = {
  zh: '此幂等键已用于另一条命令',
  en: 'The key was used for another command',
};
const NO_POINT: Text = { zh: '遥控点不存在', en: 'There is no such output' };

const SOURCE = 'person' as const;

/** Two of one output see each other. */
const rounds = togetherOf(
  (db) =>
    new Together<Asked, Given>(
      (asked) => selectAll(db, asked),
      (one) => one.controlId,
    ),
);

/**
 * Selects an output for a person, or files the request where two persons are needed. `controlId` was seen by the caller.
 * What is selected at the same moment is written in one transaction.
 * @throws Fault 400 for the target, 409 for a key of another command
 */
export function selectPoint(db: Db, caller: Caller, controlId: number, wish: Wish): Promise<Given> {
  return rounds(db).ask({ caller, controlId, wish });
}

/** A selection as it is going to be written, and why it is refused where it is. */
type Chosen = { readonly draft: Draft; readonly refused: Given['refused'] };

function selectAll(db: Db, asked: readonly Asked[]): Promise<(Given | Error)[]> {
  const select = async (trx: Db): Promise<(Given | Error)[]> => {
    const standings = await heldAll(trx, asked.map(({ controlId }) => controlId)); // prettier-ignore
    const keys = asked.flatMap(({ controlId, wish: { key } }) => {
      const consumerId = standings.get(controlId)?.row.consumerId;
      return key === undefined || consumerId === undefined ? [] : [{ consumerId, source: SOURCE, key }];
    });
    const known = await byKeys(trx, keys);
    const operations = await operationsOf(trx, asked.map(({ caller }) => caller.employeeId)); // prettier-ignore
    const chosen = asked.map((one): Chosen | Given | Error => {
      const standing = standings.get(one.controlId);
      if (!standing) return new Fault(404, NO_POINT);
      const { wiring, consumerId } = standing.row;
      const fault = wiring.way === null ? null : faultOfTarget(wiring, one.wish.target);
      if (fault) return badInput(fault, 'value');
      const { key } = one.wish;
      const before = key === undefined ? undefined : known.get(keyText({ consumerId, source: SOURCE, key }));
      return before
        ? again(one, standing, before)
        : choose(one, standing, operations.get(one.caller.employeeId) ?? 0);
    });
    const written = await insertAll(trx, chosen.flatMap((one) => ('draft' in one ? [one.draft] : []))); // prettier-ignore
    return chosen.map((one) => {
      if (!('draft' in one)) return one;
      const { standing, key } = one.draft;
      const command = written.get(keyText({ consumerId: standing.row.consumerId, source: SOURCE, key }));
      return command ? { command, standing, refused: one.refused } : new Fault(409, KEY_TAKEN, 'key');
    });
  };
  return withScope(db, 'all', select, [], { prepared: true });
}

/** The same key again: what came of it the first time. */
function again({ caller, controlId, wish }: Asked, standing: Standing, known: CommandRow): Given | Error {
  const same =
    known.controlId === controlId && known.target === wish.target && known.byId === caller.employeeId;
  return same ? { command: known, standing, refused: null, again: true } : new Fault(409, KEY_TAKEN, 'key');
}

function choose({ caller, wish }: Asked, standing: Standing, operations: number): Chosen | Given {
  const { row } = standing;
  const { target } = wish;
  const reason = refusalOf(
    personWith(caller, false, operations),
    pointNow(standing, target),
    openOf(standing),
    'request',
  );
  const request = { kind: 'request', ...byCaller(caller) } as const;
  const from = {
    source: SOURCE,
    key: wish.key ?? randomUUID(),
    target,
    standing,
    remark: wish.remark ?? null,
    by: { id: caller.employeeId, name: caller.name },
    linkageRunId: null,
  } as const;
  if (reason !== null) {
    const refused = hindranceText(reason, standing, target);
    return KEPT.includes(reason)
      ? { draft: refusedDraft(from, refused, request), refused }
      : { command: null, standing, refused };
  }
  const begun = requested(row.twoPersons, row.now);
  const { state, selectUntil } = step(begun, { kind: 'select' }, row.now) ?? begun;
  const selected = state === 'selected' ? [{ kind: 'select' as const, ...byCaller(caller) }] : [];
  const draft: Draft = {
    ...from,
    state,
    selectUntil,
    operateUntil: null,
    reason: null,
    detail: null,
    token: row.twoPersons ? null : randomUUID(),
    notes: [request, ...selected],
  };
  return { draft, refused: null };
}
