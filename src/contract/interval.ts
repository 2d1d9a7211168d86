/** Interval codes of the wire by name (specification 3 section 9). */
export const INTERVAL = { quarter: '115', hour: '201', day: '301', month: '501', year: '601' } as const;
