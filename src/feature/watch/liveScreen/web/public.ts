/** The door of the live screens on the web: the popup of an object, a device or a meter. */
export { ObjectDrawer } from './lazy.ts';
