/** The door of the collector for the server halves of resources. */
export { refusedHost } from './host.ts';
