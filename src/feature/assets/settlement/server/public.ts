/** The door of the settlement: the assets of a site, what they came to, what its quarters say. */
export { type Plant, type SiteAssets, siteAssets } from './asset.ts';
export { knownAt } from '../domain/quarters.ts';
export { tariffOf } from './tariff.ts';
export { rangeOf } from './range.ts';
export { type Read, readSite, settleParts, siteOf } from './settle.ts';
