/** The door of pictures on the server: what a display board shows of them. */
export { barePicture, namesOfPictures } from './boardPicture.ts';
