/** Where the browser of the tests is, or would be: `CHROMIUM_PATH`, else what is installed. */
export function chromiumPath(): string;
