/** The zone of what has none of its own: enterprises without a site, meters without one, the platform's own records. */
export const HOME_ZONE = 'Asia/Shanghai';
