import { Counter, Gauge } from 'prom-client';
import type { Registry } from 'prom-client';
import { type SharedFigure, foldBacklog, sharedFigure } from '#feature/meters/reading/server/public.ts';
import type { Services } from '../route.ts';

/** What waits to be folded, what was folded, and how many values came in. */
export function addFoldMetrics(register: Registry, services: Pick<Services, 'system'>): void {
  const registers = [register];
  // One look serves the figures of a scrape.
  let look: ReturnType<typeof foldBacklog> | undefined;
  const backlog = (): ReturnType<typeof foldBacklog> => {
    look ??= foldBacklog(services.system).finally(() => (look = undefined));
    return look;
  };
  const waiting: readonly [name: string, help: string, figure: keyof Awaited<ReturnType<typeof backlog>>][] =
    [
      ['meterhouse_dirty_intervals', 'Intervals that wait to be folded again', 'marks'],
      ['meterhouse_fold_waiting_meters', 'Meters with changes that wait to be folded', 'meters'],
      ['meterhouse_fold_lag_seconds', 'Age of the oldest change that waits to be folded', 'oldestSeconds'],
    ];
  for (const [name, help, figure] of waiting)
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        this.reset();
        const now = await backlog().catch(() => undefined);
        if (now) this.set(now[figure]);
      },
    });
  new Gauge({
    name: 'meterhouse_fold_held',
    help: '1 while folding history waits for a bulk load',
    registers,
    collect() {
      this.set(sharedFigure('held'));
    },
  });
  const counters: readonly [name: string, help: string, figure: SharedFigure, scale: number][] = [
    ['meterhouse_stored_values_total', 'Values received and stored', 'stored', 1],
    ['meterhouse_folds_total', 'Folds of a meter', 'folds', 1],
    ['meterhouse_folded_buckets_total', 'Buckets written by the fold', 'buckets', 1],
    ['meterhouse_fold_failures_total', 'Folds that failed and stay marked', 'failures', 1],
    ['meterhouse_fold_seconds_total', 'Time spent in folds', 'micros', 1e-6],
  ];
  for (const [name, help, figure, scale] of counters)
    new Counter({
      name,
      help,
      registers,
      collect() {
        this.reset();
        this.inc(sharedFigure(figure) * scale);
      },
    });
}
