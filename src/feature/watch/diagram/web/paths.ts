/** Where a site's picture is looked at, and where it is drawn. */
export const ONE_LINE = '/SDNMonitoring/OneLine';
export const EDITOR = '/SDNMonitoring/ht2DEditor';
/** The same of a picture in space. */
export const SPACE = '/SDNMonitoring/Scene3D';
export const SPACE_EDITOR = '/SDNMonitoring/ht3DEditor';
