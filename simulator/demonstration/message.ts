/** What the demonstration's thread is started with. */
export interface DemoSettings {
  readonly baseUrl: string;
  readonly operatorPassword: string;
  readonly seed: number;
  /** Start of the history, ms. */
  readonly from: number;
  /** Enter the archive and send the history; otherwise `sentUntil` and `gateways` are known. */
  readonly fill: boolean;
  /** Up to where readings were sent before, ms. */
  readonly sentUntil: number;
  readonly gateways: readonly TokenGateway[];
  /** File with a real plant's year, imported as a meter of its own. */
  readonly sampleFile?: string;
}

/** A gateway with its token. */
export interface TokenGateway {
  readonly id: number;
  /** Code of the plant. */
  readonly plant: string;
  /** Codes of the meters that speak through it. */
  readonly meters: readonly string[];
  readonly token: string;
}

/** What the thread tells. */
export type DemoMessage =
  | { readonly kind: 'gateways'; readonly gateways: readonly Omit<TokenGateway, 'token'>[] }
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'filled'; readonly until: number }
  | { readonly kind: 'sent'; readonly until: number }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'failed'; readonly text: string };
