import { MISSING } from '#domain/figure/number.ts';

/** How a gateway speaks: by its own protocol, or as our collector in its word. */
export const protocolText = (protocol: string | null, collector: string): string =>
  protocol === 'collector' ? collector : (protocol?.toUpperCase() ?? MISSING);
