import { Gauge, type Registry } from 'prom-client';
import type { Ingest } from '#feature/meters/ingest/server/public.ts';
import type { Messaging } from './messaging.ts';

/** Adds what the doors do to the metrics. */
export function mountDoorFigures(register: Registry, ingest: Ingest, messaging: Messaging | undefined): void {
  const gauge = (
    name: string,
    help: string,
    label: string,
    read: () => Readonly<Record<string, number>>,
  ): void => {
    new Gauge({
      name: `meterhouse_${name}`,
      help,
      labelNames: [label],
      registers: [register],
      collect() {
        this.reset();
        for (const [key, value] of Object.entries(read())) this.set({ [label]: key }, value);
      },
    });
  };
  const byDoor = (figure: 'messages' | 'values' | 'rejected') => () =>
    Object.fromEntries(Object.entries(ingest.figures).map(([door, figures]) => [door, figures[figure]]));
  gauge('ingest_messages_total', 'Deliveries of gateways that were stored', 'door', byDoor('messages'));
  gauge('ingest_values_total', 'Values that were stored, repeated ones too', 'door', byDoor('values'));
  gauge('ingest_rejected_total', 'Values that were not taken', 'door', byDoor('rejected'));
  gauge(
    'ingest_commits',
    'Commits of readings, failed ones, their seconds, and deliveries that wait',
    'what',
    () => ({
      ...ingest.store.figures,
    }),
  );
  const broker = messaging?.broker;
  if (broker) {
    gauge('mqtt_connections', 'Open connections', 'kind', () => broker.figures.connections);
    gauge(
      'mqtt_refused_total',
      'Connections, messages and subscriptions refused',
      'reason',
      () => broker.figures.refused,
    );
    gauge(
      'mqtt_messages_out_total',
      'Messages to subscribers, and those that slow ones did not get',
      'what',
      () => ({
        published: broker.figures.published,
        dropped: broker.figures.dropped,
      }),
    );
    gauge(
      'mqtt_in_flight',
      'What came and is not stored yet; clients that are not read from meanwhile',
      'what',
      () => ({
        messages: broker.inFlight.messages,
        bytes: broker.inFlight.bytes,
        held: broker.inFlight.holding,
      }),
    );
  }
  const external = messaging?.external;
  if (external) {
    gauge(
      'mqtt_external',
      'Sessions at the external broker that this process has, connected ones, messages not answered yet',
      'what',
      () => ({
        sessions: external.sessions.length,
        connected: external.figures.connected,
        unanswered: external.figures.unanswered,
      }),
    );
    gauge(
      'mqtt_external_refused_total',
      'Messages of the external broker refused',
      'reason',
      () => external.figures.refused,
    );
  }
}
