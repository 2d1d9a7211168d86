/** The door of pictures on the web: a diagram as it stands now, small, and one whose values somebody else asked for. */
export { AnsweredPicture, Thumbnail } from './lazy.ts';
export { diagramsQuery, diagramTitle } from './calls.ts';
