/** How long the archive's success notices stay (specification 1 section 9). */
export const NOTICE_MS = 3000;
