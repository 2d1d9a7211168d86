/** What came is no RTSP, RTP or H.264 that a camera sends; the session ends. */
export class ProtocolError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ProtocolError';
  }
}
