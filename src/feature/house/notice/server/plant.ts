import type { Text } from '#contract/text.ts';
import type { Db } from '#server/database/db.ts';
import type { NoticeKind } from '../contract.ts';
import { endNotices, type NewNotice, raiseNotices } from './raise.ts';

/** Kinds of notices that tell a state of the plant: each is a view of an alarm record (decision 162). */
export type PlantKind = Extract<NoticeKind, 'gatewaySilent' | 'meterSilent' | 'gatewayClock' | 'demandGuard'>;

/** What the alarm record of a state of the plant says beside its notice. */
interface PlantAlarm {
  /** 1 urgent, 2 important, 3 general. */
  readonly level: '1' | '2' | '3';
  /** Of the resource `alarmRecord`: 2 energy, 3 communication. */
  readonly type: '2' | '3';
  /** What it is about, by its name. */
  readonly name: Text;
  readonly siteId: number | null;
  readonly ammeterId?: number;
  readonly gatewayId?: number;
  /** When it began to be so; ms. */
  readonly raisedAt: number;
  /** What was measured and what it should keep to, in the unit of the sentence. */
  readonly value?: number;
  readonly limit?: number;
}

/** A state of the plant that people should know of: the notice, and what its alarm record says. */
export interface PlantState extends NewNotice {
  readonly kind: PlantKind;
  readonly alarm: PlantAlarm;
}

/** Where what the platform watches is written down, in the transaction of whoever watches. Times are ms. */
export interface PlantBook {
  /** Writes states that hold; one that stands already is brought up to date. Answers how many are new. */
  raise(trx: Db, states: readonly PlantState[], now: number): Promise<number>;
  /** Ends the states of a kind about objects. Answers how many ended. */
  end(trx: Db, kind: PlantKind, objectIds: readonly number[], now: number): Promise<number>;
  /** Those of some meters whose silence an alarm rule judges: the rule goes first. */
  judgedByRule(trx: Db, meterIds: readonly number[]): Promise<ReadonlySet<number>>;
  /** Looks again at what stands and was told to nobody, at the end of a look. */
  review(trx: Db, now: number): Promise<void>;
}

/** Notices alone, without alarm records. */
export const NOTICES: PlantBook = {
  raise: (trx, states) => raiseNotices(trx, states),
  end: (trx, kind, objectIds, now) => endNotices(trx, kind, objectIds, now),
  judgedByRule: () => Promise.resolve(new Set()),
  review: () => Promise.resolve(),
};
