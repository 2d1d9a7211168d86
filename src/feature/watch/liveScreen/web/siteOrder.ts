import type { SiteCard, SiteState } from '../contract.ts';

/** States of sites, the gravest first. */
export const SITE_ORDER: readonly SiteState[] = ['alarm', 'offline', 'normal', 'noData'];

/** Sites in alarm first, of alike ones those with more open alarms. */
export const bySiteState = (a: SiteCard, b: SiteCard): number =>
  SITE_ORDER.indexOf(a.state) - SITE_ORDER.indexOf(b.state) || b.open - a.open;
