import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import type { IClientOptions } from 'mqtt';
import type pg from 'pg';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/database/log.ts';
import type { Ingest } from '#feature/meters/ingest/server/public.ts';
import { sealed } from '../../domain/seal.ts';
import type { CommandMessage } from '../command.ts';
import { holdLeases, LEASE_TIMES, type LeaseTimes } from './holdLeases.ts';
import { MOUNT, reaches, Session } from './session.ts';

export interface ExternalFigures {
  connected: number;
  unanswered: number;
  readonly refused: Record<string, number>;
}

export interface External {
  readonly figures: ExternalFigures;
  /** Client ids that this process has now. */
  readonly sessions: readonly string[];
  /** Whether a command would reach a gateway: it has spoken here, and the broker is connected. */
  reachable(gatewayId: number): boolean;
  /**
   * How long a command is left to other processes, ms: whoever heard the gateway last sends, as the token that it uses
   * now is known there.
   */
  delayMs(gatewayId: number): number;
  /** Sends a command to a gateway; false = it cannot be reached from here, or its token is over. */
  send(gatewayId: number, message: CommandMessage): Promise<boolean>;
  stop(): Promise<void>;
}

export interface ExternalOptions {
  readonly config: Pick<Config, 'mqttUrl' | 'mqttClientId' | 'mqttSessions' | 'mqttCa' | 'port'>;
  readonly pool: pg.Pool;
  readonly ingest: Ingest;
  readonly log: Log;
  /** A gateway spoke for the first time since this process began. */
  readonly learned: (gatewayId: number) => void;
  readonly times?: Partial<LeaseTimes>;
}

/** Most gateways whose tokens are remembered; those that spoke last. */
const MOST_HEARD = 50_000;
const MOST_DELAY_MS = 200;
/** One that heard a gateway so much earlier, ms, waits 1 ms longer. */
const DELAY_SHARE = 20;

/**
 * Takes messages from an external broker through a fixed number of sessions, which all processes of the product lease
 * among themselves: what waits in the session of one that died is taken by another within seconds.
 */
export function startExternal({ config, pool, ingest, log, learned, times }: ExternalOptions): External {
  const { mqttUrl: url = '', mqttClientId, mqttSessions, mqttCa, port } = config;
  const id = randomUUID();
  const tls: IClientOptions = mqttCa === undefined ? {} : { ca: readFileSync(mqttCa) };
  const figures: ExternalFigures = { connected: 0, unanswered: 0, refused: {} };
  // Only in memory: the database knows tokens by their hash alone.
  const tokens = new Map<number, { readonly token: string; readonly at: number }>();
  const heard = (gatewayId: number, token: string): void => {
    const known = tokens.delete(gatewayId);
    tokens.set(gatewayId, { token, at: performance.now() });
    const [oldest] = tokens.keys();
    if (tokens.size > MOST_HEARD && oldest !== undefined) tokens.delete(oldest);
    if (!known) learned(gatewayId);
  };
  const leases = holdLeases({
    id,
    name: `${hostname()}:${port}/${process.pid}`,
    wants: Array.from({ length: mqttSessions }, (_, i) => `${mqttClientId}-${i}`),
    pool,
    log,
    times: { ...LEASE_TIMES, ...times },
    open: (clientId) =>
      new Session({ url, tls, clientId, shared: mqttSessions > 1, log, ingest, figures, heard }),
    reaches: () => reaches(url, tls, `${mqttClientId}-try-${id.slice(0, 8)}`),
  });
  const connected = (): Session | undefined => [...leases.sessions.values()].find(({ up }) => up);
  return {
    figures,
    get sessions() {
      return [...leases.sessions.keys()];
    },
    reachable: (gatewayId) => tokens.has(gatewayId) && connected() !== undefined,
    delayMs(gatewayId) {
      const known = tokens.get(gatewayId);
      return known ? Math.min(MOST_DELAY_MS, (performance.now() - known.at) / DELAY_SHARE) : 0;
    },
    async send(gatewayId, { topic, payload }) {
      const token = tokens.get(gatewayId)?.token;
      if (token === undefined) return false;
      const owner = await ingest.gateways.find(token);
      if (owner?.id !== gatewayId) {
        tokens.delete(gatewayId);
        return false;
      }
      return connected()?.publish(`${MOUNT}/${token}/${topic}`, sealed(payload)) === true;
    },
    stop: () => leases.stop(),
  };
}
