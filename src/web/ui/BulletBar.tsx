const WIDTH = 44;
const HEIGHT = 12;
/** The limit stands here; what lies above it has the rest. */
const LIMIT = 38;

/** A value against its limit, which is a tick; what is above it reaches over the tick, as far as there is room. */
export function BulletBar({ share }: { readonly share: number }) {
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden="true"
      style={{ flex: 'none' }}
    >
      <rect y="3" width={LIMIT} height="6" fill="var(--split)" />
      <rect y="3" width={Math.max(0, Math.min(WIDTH, share * LIMIT))} height="6" fill="var(--primary)" />
      <rect x={LIMIT - 1} width="2" height={HEIGHT} fill="var(--text)" />
    </svg>
  );
}
