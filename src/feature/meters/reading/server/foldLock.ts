/** Any fixed number: the class of the advisory locks that let one process at a time fold a meter, by its id. */
export const FOLD_LOCK = 7_303_016;
