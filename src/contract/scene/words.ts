import * as z from 'zod';

/** The name of an element, layer, floor or view within its picture. */
export const pictureName = z.string().regex(/^[\w:.-]{1,60}$/);

/** Characters of control are in no text of a picture: it is written into SVG, where XML has none. */
export const pictureWords = (most: number) =>
  z
    .string()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cs}\uFFFE\uFFFF]*$/u);
