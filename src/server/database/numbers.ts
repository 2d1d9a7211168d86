/** Numbers as the text of an array of PostgreSQL: the driver would escape each as if it were a text. */
export const numbers = (list: readonly number[]): string => `{${list.join()}}`;
