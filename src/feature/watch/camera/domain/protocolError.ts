/** What came is no RTSP, RTP or H.264 that a camera sends; the session ends. */
export class ProtocolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProtocolError';
  }
}

/** Pictures come that are to be shown before one that came already: B-pictures (ITU-T H.264 3.10). */
export class BetweenPictures extends ProtocolError {
  constructor() {
    super('pictures out of their order');
    this.name = 'BetweenPictures';
  }
}
