import { Gauge, type Registry } from 'prom-client';
import type { Collector } from './collector.ts';

/** Tells the figures of a collector to Prometheus. */
export function collectorMetrics(register: Registry, collector: Collector): void {
  const gauge = (name: string, help: string, read: () => number): void => {
    new Gauge({
      name: `meterhouse_collector_${name}`,
      help,
      registers: [register],
      collect() {
        this.set(read());
      },
    });
  };
  gauge('channels', 'Channels that this process polls', () => collector.figures().channels);
  gauge(
    'waiting',
    'Readings kept in memory until the database takes them',
    () => collector.figures().waiting,
  );
  gauge('lost', 'Readings given up because too many waited', () => collector.figures().lost);
  new Gauge({
    name: 'meterhouse_collector_meters',
    help: 'Collected meters by the state of the last try',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.reset();
      for (const [state, n] of collector.figures().meters) this.set({ state }, n);
    },
  });
}
