/** So many meters (or what else is judged) are looked at in one transaction; those of a block of marks always together. */
export const MOST_METERS = 300;
