import { setTimeout as sleep } from 'node:timers/promises';
import { connect, type MqttClient } from 'mqtt';
import { type Telemetry, sendTelemetry } from './client.ts';

/** A way from a gateway to the platform; `send` resolves when the readings are stored. */
export interface Sender {
  send(telemetry: Telemetry): Promise<void>;
  close(): Promise<void>;
}

/** Over HTTP: for much at once. */
export const httpSender = (baseUrl: string, token: string): Sender => ({
  send: async (telemetry) => void (await sendTelemetry(baseUrl, token, telemetry)),
  close: async () => {},
});

const TOPIC = 'v1/gateway/telemetry';
const RECONNECT_MS = 3000;
const ANSWER_MS = 20_000;

/** Over MQTT as gateways in the field speak: user name = token, QoS 1. The broker confirms what is stored. */
export function mqttSender(url: string, token: string, clientId: string): Sender {
  const client: MqttClient = connect(url, {
    username: token,
    clientId,
    clean: true,
    keepalive: 30,
    reconnectPeriod: RECONNECT_MS,
    connectTimeout: 5000,
  });
  // The client connects again by itself; what could not be sent is told by `send`.
  let problem = 'there is no connection to the broker yet';
  client.on('error', (error) => (problem = error.message));
  client.on('close', () => (problem = 'the connection to the broker is gone'));
  return {
    send: async (telemetry) => {
      for (let waited = 0; !client.connected; waited += 100) {
        if (waited >= RECONNECT_MS) throw new Error(problem);
        await sleep(100);
      }
      const late = new AbortController();
      const sent = client.publishAsync(TOPIC, JSON.stringify(telemetry), { qos: 1 });
      // After a time-out the client may still deliver it; the same readings twice do no harm.
      sent.catch(() => {});
      const timeout = sleep(ANSWER_MS, undefined, { signal: late.signal }).then(
        () => Promise.reject(new Error(`the broker did not confirm within ${ANSWER_MS / 1000} s`)),
        () => undefined,
      );
      await Promise.race([sent, timeout]).finally(() => late.abort());
    },
    close: () => client.endAsync(true).catch(() => {}),
  };
}
