import { measurePlans } from './assetsPlan.ts';
import type { Section } from './section.ts';

/** What running batteries, roofs and chargers asks of the product. */
export const assets: Section = {
  name: 'assets',
  measure: async (say) => [await measurePlans(say)],
};
