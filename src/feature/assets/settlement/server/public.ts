/** The door of the settlement: the assets of a site, what they came to, what its quarters say. */
export { type Plant, type SiteAssets, siteAssets, type Station } from './asset.ts';
export { daysOf, type RangeParams, rangeOf, rangeParams } from './range.ts';
export { type Read, readSite, settleParts, siteOf } from './settle.ts';
export { sitesOf } from './sites.ts';
export { type SiteTariff, tariffOf } from './tariff.ts';
