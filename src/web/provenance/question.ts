/** Whose figures are shown: an organisation or a meter, and which energy. */
export interface Whose {
  readonly orgId: number | null;
  readonly dataAmmeterId: number | null;
  readonly dataType: string | null;
}

/** Whose figures, and of which day; null = today. */
export interface Question extends Whose {
  readonly date: string | null;
}
