/** The door of the live screens on the web: the popup of an object, a device or a meter, and the place for a picture of a site. */
export { ObjectDrawer } from './lazy.ts';
export { SitePicturePlace, type SitePictureProps } from './place.ts';
