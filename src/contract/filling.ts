/** How far the demonstration's data are, while they are being filled. */
export interface Filling {
  /** The archive is entered, the history is sent, the figures are worked out. */
  readonly stage: 'entering' | 'sending' | 'folding';
  /** Of the history, 0 to 100. */
  readonly percent: number;
}
