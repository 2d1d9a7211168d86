import { expect, it } from 'vitest';
import { readGrafanaConfig } from './grafanaConfig.ts';

const set = { GRAFANA_URL: 'https://g.example.com/', GRAFANA_TOKEN: 'secret' };

it('reads Grafana, or nothing', () => {
  expect(readGrafanaConfig({})).toBeNull();
  expect(readGrafanaConfig(set)).toEqual({ url: 'https://g.example.com', token: 'secret', days: 30 });
  expect(readGrafanaConfig({ ...set, GRAFANA_TOKEN_DAYS: '7' })?.days).toBe(7);
});

it.each([
  [{ GRAFANA_TOKEN: '' }, 'set together'],
  [{ GRAFANA_URL: 'http://g.example.com' }, 'https://'],
  [{ GRAFANA_URL: 'https://a:b@g.example.com' }, 'of the form'],
  [{ GRAFANA_TOKEN_DAYS: '0' }, 'from 1 to 365'],
])('%o is refused', (change, message) => {
  expect(() => readGrafanaConfig({ ...set, ...change })).toThrow(message);
});
