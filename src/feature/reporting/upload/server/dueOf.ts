import type { Db } from '#server/database/db.ts';
import type { StatType } from '#contract/upload.ts';
import { platformsOf } from './platform.ts';
import { owed } from './schedule.ts';

/** Figures that an enterprise owes a platform of one frequency. */
export interface OwedFigures {
  readonly platformId: number;
  readonly platformName: string;
  readonly protocol: 'A' | 'B';
  readonly statType: StatType;
  readonly figures: number;
}

/** What is due today at the enabled platforms of an enterprise. @param now ms */
export async function dueOfEnterprise(trx: Db, consumerId: number, now: number): Promise<OwedFigures[]> {
  const list: OwedFigures[] = [];
  for (const platform of await platformsOf(trx, consumerId)) {
    if (!platform.enabled) continue;
    const { id: platformId, platformName, protocol } = platform;
    for (const { statType, figures } of await owed(trx, platform, now))
      list.push({ platformId, platformName, protocol, statType, figures });
  }
  return list;
}
