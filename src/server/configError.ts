/** A setting that cannot be used; the message is one sentence that names it. End the process with EXIT_CODE. */
export class ConfigError extends Error {
  static readonly EXIT_CODE = 2;
}
