/** The door of pictures on the server: what a display board shows of them. */
export { barePicture, type BarePicture, namesOfPictures } from './boardPicture.ts';
