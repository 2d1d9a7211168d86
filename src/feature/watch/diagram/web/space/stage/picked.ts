import type { ThreeEvent } from '@react-three/fiber';
import type { StageContent } from './StageContent.ts';

/** px: a pointer that went further between press and release moved the picture. */
const STILL = 4;

/** A press on a body chooses it; one on glass goes through to what stands behind. */
export function pickedBy(event: ThreeEvent<MouseEvent>, id: string, onPick: StageContent['onPick']): void {
  if (event.delta > STILL) return;
  const isGlass = event.eventObject.userData['glass'] === true;
  if (isGlass && event.intersections.some(({ eventObject }) => eventObject.userData['glass'] !== true))
    return;
  event.stopPropagation();
  onPick(id, event.nativeEvent.shiftKey || event.nativeEvent.ctrlKey);
}
