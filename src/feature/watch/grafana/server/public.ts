/** The doors of Grafana, which come with a token of their own. */
export { grafanaApi } from './doorApi.ts';
export { mountGrafanaHook } from './hook.ts';
export { mountGrafanaReading } from './read.ts';
