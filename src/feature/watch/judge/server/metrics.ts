import { Gauge, type Registry } from 'prom-client';
import type { Services } from '#server/route.ts';
import { judgeBacklog } from './backlog.ts';

/** What waits to be judged by alarm rules. */
export function addAlarmMetrics(register: Registry, { system }: Pick<Services, 'system'>): void {
  const figures = [
    ['meterhouse_alarm_marks', 'Intervals of meters that wait to be judged by alarm rules', 'marks'],
    ['meterhouse_alarm_lag_seconds', 'Age of the oldest change that waits to be judged', 'oldestSeconds'],
  ] as const;
  for (const [name, help, figure] of figures)
    new Gauge({
      name,
      help,
      registers: [register],
      async collect() {
        this.reset();
        const now = await judgeBacklog(system).catch(() => undefined);
        if (now) this.set(now[figure]);
      },
    });
}
