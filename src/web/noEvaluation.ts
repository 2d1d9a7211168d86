/**
 * The schema library would try whether it may compile its checks, which the page's policy refuses and reports. Reported by
 * its global, so that the first page need not load the library.
 */
const reported = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
(reported.__zod_globalConfig ??= {}).jitless = true;
