import { foldDirty } from '#feature/meters/reading/server/public.ts';
import { lookAtFigures } from '#feature/watch/judge/server/public.ts';
import { type Client, ok, type Product } from '../product.ts';
import { judgeScene } from './judgeScene.ts';

/** Rules on figures of hours and days, put to meters of a scene, and looks of the judging. */
export function figureScene(current: () => { product: Product; consumerId: number; operator: Client }) {
  const { look: lookAtReadings } = judgeScene(current);

  const fold = async (): Promise<void> => {
    while ((await foldDirty(current().product.database.db)) > 0);
  };

  /** Looks at readings and then at figures, as the watch does. @param now ms @returns how many meters were judged by figures */
  async function look(now: number, inDoubt = false): Promise<number> {
    const { product } = current();
    const ways = { outbox: product.services.config.outbox, outwardAllow: new Set<string>() };
    await lookAtReadings(now);
    let judged = 0;
    for (;;) {
      const { ids } = await lookAtFigures(product.database.db, { ways, now, inDoubt });
      if (ids.length === 0) return judged;
      judged += ids.length;
    }
  }

  /** A rule that the use of an hour is above 100, put to a meter. @param rest what is otherwise */
  async function newRule(ammeterId: number, rest: object = {}): Promise<number> {
    const { operator, consumerId } = current();
    const { id: alarmId } = ok(
      await operator.post<{ id: number }>('/api/event/alarm/add', {
        alarmName: `Hour of ${ammeterId} ${JSON.stringify(rest)}`.slice(0, 60),
        consumerId,
        alarmLevel: '2',
        triggerMethod: 'figure',
        figure: 'hourEnergy',
        figureSide: 'above',
        minCoverage: 95,
        limitValue: 100,
        triggerInterval: 0,
        ...rest,
      }),
    );
    ok(await operator.post('/api/event/objectAlarm/add', { consumerId, ammeterId, alarmId }));
    return alarmId;
  }

  return { fold, look, newRule };
}
