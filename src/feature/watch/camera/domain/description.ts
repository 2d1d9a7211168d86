/** The video of a stream as its description tells (RFC 4566, RFC 6184 8.1). */
export interface VideoTrack {
  /** `H264` where it can be shown. */
  readonly codec: string;
  readonly payloadType: number;
  /** Address of the track, as it stands. */
  readonly control: string;
  /** Sequence and picture parameters in Base64; empty = they come in the stream. */
  readonly parameters: readonly string[];
}

interface Media {
  readonly kind: string;
  readonly payloadType: number;
  readonly attributes: string[];
}

/** The first video track of a description; null = it has none. */
export function videoTrackOf(text: string): VideoTrack | null {
  const media: Media[] = [];
  for (const line of text.split(/\r?\n/)) {
    const begin = /^m=(\w+) \S+ \S+ (\d{1,3})/.exec(line);
    if (begin) media.push({ kind: begin[1] ?? '', payloadType: Number(begin[2]), attributes: [] });
    else if (line.startsWith('a=')) media.at(-1)?.attributes.push(line.slice(2));
  }
  const tracks = media.filter(({ kind }) => kind === 'video').map(trackOf);
  return tracks.find(({ codec }) => codec === 'H264') ?? tracks[0] ?? null;
}

function trackOf({ payloadType, attributes }: Media): VideoTrack {
  const of = (name: string): string | undefined =>
    attributes.find((one) => one.startsWith(`${name}:`))?.slice(name.length + 1);
  const map = attributes.find((one) => one.startsWith(`rtpmap:${payloadType} `));
  const format = attributes.find((one) => one.startsWith(`fmtp:${payloadType} `)) ?? '';
  const parameters = /sprop-parameter-sets=([^;\s]+)/i.exec(format)?.[1]?.split(',') ?? [];
  return {
    codec: (/ ([\w.-]+)\//.exec(map ?? '')?.[1] ?? '').toUpperCase(),
    payloadType,
    control: of('control') ?? '',
    parameters: parameters.filter((one) => /^[A-Za-z0-9+/]+=*$/.test(one)),
  };
}

/** The address of a track below that of its stream. */
export function trackAddress(base: string, control: string): string {
  if (/^rtsps?:\/\//i.test(control)) return control;
  if (control === '' || control === '*') return base;
  return `${base.replace(/\/+$/, '')}/${control.replace(/^\/+/, '')}`;
}
