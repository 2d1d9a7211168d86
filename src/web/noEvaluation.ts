/**
 * The schema library would try whether it may compile its checks, which the page's policy refuses and reports. Told by
 * its global, so that the first page need not load the library.
 */
const told = globalThis as { __zod_globalConfig?: { jitless?: boolean } };
(told.__zod_globalConfig ??= {}).jitless = true;
