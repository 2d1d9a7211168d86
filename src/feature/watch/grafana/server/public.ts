import type { Door } from '#server/door.ts';
import { grafanaApi } from './doorApi.ts';
import { mountGrafanaHook } from './hook.ts';
import { mountGrafanaReading } from './read.ts';

/** The doors of Grafana, which come with a token of their own. */
export const door: Door = {
  api: grafanaApi,
  mount: (app, services) => {
    mountGrafanaHook(app, services);
    mountGrafanaReading(app, services);
  },
};
