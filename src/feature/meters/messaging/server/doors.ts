import { readFileSync } from 'node:fs';
import { createServer as createHttp, type IncomingMessage, type Server as HttpServer } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import {
  createServer as createTls,
  type SecureContextOptions,
  Server as TlsServer,
  type TlsOptions,
} from 'node:tls';
import { createWebSocketStream, WebSocketServer } from 'ws';
import { addressOf, trustsOf } from '#server/address.ts';
import type { Config } from '#server/config.ts';
import { CONNECTION_LIMITS, limitConnections, REQUEST_TIMES } from '#server/connectionLimits.ts';
import type { Log } from '#server/database/log.ts';
import { followPemPair } from '#server/pem.ts';
import { mayUpgrade } from '#server/plugin/hosts.ts';
import type { Upgrade } from '#server/plugin/upgrade.ts';
import type { Broker } from './broker/broker.ts';
import { LIMITS } from './broker/peer.ts';
import type { Place } from './broker/places.ts';

const FOREIGN = 'HTTP/1.1 403 Forbidden\r\nConnection: close\r\nContent-Length: 0\r\n\r\n';

const HANDSHAKE_MS = 10_000;

/** Where the broker listens. */
export interface Doors {
  /** 0 = it does not: gateways have a broker of their own. */
  readonly mqttPort: number;
  readonly tlsPort: number;
  readonly wsPort: number;
  /** Takes WebSockets of the web server's port too, for browsers behind one reverse proxy. */
  readonly upgrade: Upgrade;
  readonly close: () => Promise<void>;
}

/** Opens the broker's ports. @throws Error with a sentence that names the setting when a port is not free. */
export async function openDoors(
  broker: Broker,
  config: Pick<Config, 'host' | 'mqttPort' | 'mqttWsPort' | 'mqttTls' | 'web'>,
  { gateways, log }: { gateways: boolean; log: Log },
): Promise<Doors> {
  const { host, mqttTls } = config;
  const trusts = trustsOf(config.web.trustedProxies);
  const secure = mqttTls && { cert: readFileSync(mqttTls.cert), key: readFileSync(mqttTls.key) };
  const servers: Server[] = [];
  const secured: TlsServer[] = [];
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: LIMITS.packet + 1024,
    perMessageDeflate: false,
    handleProtocols: (offered) => [...offered].find((name) => name.startsWith('mqtt')) ?? false,
  });
  const upgrade = (protocol: string) => (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => {});
    if (!mayUpgrade(request.headers, config)) return socket.end(FOREIGN);
    sockets.handleUpgrade(request, socket, head, (client) => {
      client.on('error', () => {});
      const stream = createWebSocketStream(client, { readableHighWaterMark: 1 << 16 });
      broker.accept(stream, addressOf(request, trusts), protocol);
    });
  };

  let mqttPort = 0;
  let tlsPort = 0;
  try {
    if (gateways) {
      const tcp = createTcp({ noDelay: true, keepAlive: true, keepAliveInitialDelay: 60_000 }, (socket) =>
        broker.accept(socket, socket.remoteAddress ?? '', 'mqtt'),
      );
      servers.push(tcp);
      mqttPort = await listening(tcp, host, config.mqttPort, 'MQTT_PORT');
      if (secure && mqttTls) {
        const tls = openTls(broker, secure);
        servers.push(tls);
        secured.push(tls);
        tlsPort = await listening(tls, host, mqttTls.port, 'MQTT_TLS_PORT');
      }
    }
    const answer = (_request: IncomingMessage, reply: { writeHead(code: number): { end(): void } }) =>
      reply.writeHead(426).end();
    const web = secure
      ? createHttps({ ...secure, ...REQUEST_TIMES }, answer)
      : createHttp(REQUEST_TIMES, answer);
    limitConnections(web, CONNECTION_LIMITS, trusts);
    if (web instanceof TlsServer) secured.push(web);
    web.on('upgrade', upgrade(secure ? 'wss' : 'ws'));
    servers.push(web);
    const follow = (renewed: SecureContextOptions): void => {
      for (const server of secured) server.setSecureContext(renewed);
    };
    const stop = mqttTls && followPemPair(mqttTls, 'MQTT_TLS', follow, log);
    const wsPort = await listening(web, host, config.mqttWsPort, 'MQTT_WS_PORT');
    return {
      mqttPort,
      tlsPort,
      wsPort,
      upgrade: upgrade('ws'),
      close: () => {
        stop?.();
        return closeAll(servers);
      },
    };
  } catch (error) {
    await closeAll(servers);
    throw error;
  }
}

/** The door over TLS. A connection has its place from its first byte on: the handshake may take as long as it lasts. */
function openTls(broker: Broker, secure: TlsOptions): TlsServer {
  const places = new Map<string, Place>();
  const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
  const tls = createTls({ ...secure, noDelay: true, handshakeTimeout: HANDSHAKE_MS }, (socket) => {
    const place = places.get(nameOf(socket));
    if (place) broker.accept(socket, socket.remoteAddress ?? '', 'mqtts', place);
    else socket.destroy();
  });
  tls.on('connection', (socket: Socket) => {
    const place = broker.enter(socket.remoteAddress ?? '');
    if (!place) {
      socket.on('error', () => {});
      socket.destroy();
      return;
    }
    const name = nameOf(socket);
    places.set(name, place);
    socket.once('close', () => {
      if (places.get(name) === place) places.delete(name);
      place.leave();
    });
  });
  return tls;
}

function listening(server: Server, host: string, port: number, setting: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? 'it is in use, perhaps by another broker; set another one'
          : `it cannot be listened on: ${error.message}`;
      reject(new Error(`${setting} ${port} on ${host}: ${why}.`));
    });
    server.listen(port, host, 1024, () => {
      server.removeAllListeners('error');
      server.on('error', () => {});
      resolve((server.address() as AddressInfo).port);
    });
  });
}

async function closeAll(servers: readonly Server[]): Promise<void> {
  await Promise.all(
    servers.map(
      (server) =>
        new Promise<void>((resolve) => {
          if (!server.listening) return resolve();
          server.close(() => resolve());
          if ('closeAllConnections' in server) (server as HttpServer).closeAllConnections();
        }),
    ),
  );
}
