/** Where a site's picture is looked at, and where it is drawn. */
export const ONE_LINE = '/SDNMonitoring/OneLine';
export const EDITOR = '/SDNMonitoring/ht2DEditor';
