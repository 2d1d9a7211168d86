/** How a simulated camera misbehaves. */
export interface CameraFaults {
  /** It refuses to stop, yet obeys speeds of zero. */
  refuseStop?: boolean;
  /** It turns on and on until it is told to stop, whatever time-out it was given. */
  deafToTimeout?: boolean;
  /** Every page leads on to another, without end. */
  redirects?: boolean;
  /** It names its pictures and streams at this host, `host` or `host:port`. */
  foreignHost?: string;
  /** Answers never end. */
  endless?: boolean;
  /** Frames that are longer than any picture. */
  hugeFrames?: boolean;
  /** What it sends is no RTSP. */
  garbage?: boolean;
  /** It takes connections and says nothing. */
  silent?: boolean;
  /** Each packet comes in pieces of so many bytes. */
  pieces?: number;
  /** It speaks of H.265. */
  h265?: boolean;
  /** Each picture that leans on others is followed by one that is shown before it. */
  bPictures?: boolean;
  /** Its stream has reports of its sender (RTCP) alone, and no picture. */
  reportsAlone?: boolean;
  /** It gives the picture of its page after so long, ms. */
  pictureAfterMs?: number;
}
