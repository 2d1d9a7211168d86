import * as z from 'zod';
import { Fault } from '#contract/error.ts';
import { DAY_MS } from '#domain/time/duration.ts';
import type { GrafanaConfig } from '#server/grafanaConfig.ts';

const PATIENCE_MS = 10_000;

/** What is asked of Grafana. @throws Fault 503 telling what it said */
export interface Grafana {
  /** The account of service of a name, made where there is none; it sees nothing until folders are granted to it. */
  account(name: string): Promise<number>;
  /** A new token. @param days its life */
  issue(accountId: number, name: string, days: number): Promise<{ id: number; key: string }>;
  /** Ends a token; one that is gone already is no failure. */
  revoke(accountId: number, tokenId: number): Promise<void>;
}

const foundAccounts = z.object({ serviceAccounts: z.array(z.object({ id: z.int(), name: z.string() })) });
const madeAccount = z.object({ id: z.int() });
const madeToken = z.object({ id: z.int(), key: z.string().min(1) });

const failure = (zh: string, en: string): Fault =>
  new Fault(503, { zh: `Grafana：${zh}`, en: `Grafana: ${en}` });

/** Grafana's HTTP API of service accounts; the token of the settings travels in a header only. */
export function openGrafana({ url, token }: GrafanaConfig): Grafana {
  const ask = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ status: number; json: unknown }> => {
    try {
      const reply = await fetch(`${url}/api${path}`, {
        method,
        redirect: 'error',
        signal: AbortSignal.timeout(PATIENCE_MS),
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return { status: reply.status, json: await reply.json().catch(() => null) };
    } catch {
      throw failure('无法连接或没有按时应答', 'it cannot be reached or did not answer in time');
    }
  };
  const read = <T>(schema: z.ZodType<T>, { status, json }: { status: number; json: unknown }): T => {
    if (status === 401 || status === 403)
      throw failure('GRAFANA_TOKEN 无效或权限不足', 'GRAFANA_TOKEN is not valid or may not do this');
    if (status < 200 || status >= 300) throw failure(`应答 ${status}`, `it answered ${status}`);
    const parsed = schema.safeParse(json);
    if (!parsed.success) throw failure('应答无法识别', 'its answer is not understood');
    return parsed.data;
  };
  return {
    async account(name) {
      const found = read(
        foundAccounts,
        await ask('GET', `/serviceaccounts/search?perpage=100&query=${encodeURIComponent(name)}`),
      );
      const known = found.serviceAccounts.find((one) => one.name === name);
      if (known) return known.id;
      return read(
        madeAccount,
        await ask('POST', '/serviceaccounts', { name, role: 'None', isDisabled: false }),
      ).id;
    },
    async issue(accountId, name, days) {
      const secondsToLive = Math.round((days * DAY_MS) / 1000);
      return read(
        madeToken,
        await ask('POST', `/serviceaccounts/${accountId}/tokens`, { name, secondsToLive }),
      );
    },
    async revoke(accountId, tokenId) {
      const reply = await ask('DELETE', `/serviceaccounts/${accountId}/tokens/${tokenId}`);
      if (reply.status !== 404) read(z.unknown(), reply);
    },
  };
}
