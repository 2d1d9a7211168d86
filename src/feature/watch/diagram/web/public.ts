/** The door of pictures on the web: a diagram as it stands now, small. */
export { Thumbnail } from './lazy.ts';
