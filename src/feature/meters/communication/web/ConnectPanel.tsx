import { useQuery } from '@tanstack/react-query';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { LoadingState } from '#web/ui/LoadingState.tsx';
import type { ConnectInfo, GatewayRow } from '../contract.ts';
import { connectQuery } from './calls.ts';
import { CodeBox } from './CodeBox.tsx';
import kit from '#web/ui/kit.module.css';
import styles from './Communication.module.css';
import { useCommunicationTexts } from './useCommunicationTexts.ts';

const TOPIC = 'v1/gateway/telemetry';

/** The lines of a newcomer: publish one value, and see it arrive. */
function commands(
  info: ConnectInfo,
  at: Location,
): { host: string; topic: string; mqtt: string; http: string } {
  const broker = info.brokerUrl === null ? null : new URL(info.brokerUrl);
  const host = broker?.hostname ?? at.hostname;
  const port = broker?.port || info.mqttPort || 1883;
  // An external broker does not tell who sent something: the topic does.
  const topic = broker ? `gateway/$TOKEN/${TOPIC}` : TOPIC;
  const body = JSON.stringify({ [info.exampleDevice]: [{ values: { PP: 1234.5, PZ: 56.7 } }] });
  return {
    host,
    topic,
    mqtt: `mosquitto_pub -h ${host} -p ${port} -q 1 -u "$TOKEN" \\\n  -t ${broker ? `"${topic}"` : topic} \\\n  -m '${body}'`,
    http: `curl ${at.origin}/api/ingest/telemetry \\\n  -H "Authorization: Bearer $TOKEN" \\\n  -H "Content-Type: application/json" \\\n  -d '${body}'`,
  };
}

/** How to connect a gateway, for whoever does it the first time. */
export function ConnectPanel({ gateway }: { readonly gateway: GatewayRow }) {
  const t = useCommunicationTexts();
  const { data, error, refetch } = useQuery(connectQuery(gateway.id));
  if (error) return <ErrorState what={error.message} onRetry={() => void refetch()} height={200} />;
  if (!data) return <LoadingState height={200} />;
  const { host, topic, mqtt, http } = commands(data, window.location);
  const ports = [
    data.mqttPort,
    data.tlsPort && `TLS ${data.tlsPort}`,
    data.webSocketPort && `WebSocket ${data.webSocketPort}`,
  ].filter(Boolean);
  return (
    <div className={styles.steps} style={{ padding: 12 }}>
      <section>
        <h3>MQTT</h3>
        <p>{t('connectMqtt')}</p>
        <dl className={`${kit.facts} ${styles.facts}`}>
          <dt>{t('host')}</dt>
          <dd className={styles.mono}>{data.brokerUrl ?? host}</dd>
          {ports.length > 0 && (
            <>
              <dt>{t('port')}</dt>
              <dd className={styles.mono}>{ports.join(' · ')}</dd>
            </>
          )}
          <dt>{t('userName')}</dt>
          <dd>{t('userNameToken')}</dd>
          <dt>{t('topic')}</dt>
          <dd className={styles.mono}>{topic}</dd>
        </dl>
        {data.brokerUrl !== null && <p>{t('connectExternal', { topic: TOPIC })}</p>}
        <CodeBox label="MQTT" code={mqtt} />
      </section>
      <section>
        <h3>HTTP</h3>
        <p>{t('connectHttp')}</p>
        <dl className={`${kit.facts} ${styles.facts}`}>
          <dt>{t('host')}</dt>
          <dd className={styles.mono}>{`POST ${window.location.origin}/api/ingest/telemetry`}</dd>
          <dt>{t('userName')}</dt>
          <dd>{t('bearerToken')}</dd>
        </dl>
        <CodeBox label="HTTP" code={http} />
      </section>
      <section>
        <h3>{t('afterThat')}</h3>
        <p>{t('connectNext', { device: data.exampleDevice })}</p>
        <p>{t('connectForms')}</p>
        <p>{t('connectOwn', { name: gateway.gatewayName })}</p>
      </section>
    </div>
  );
}
