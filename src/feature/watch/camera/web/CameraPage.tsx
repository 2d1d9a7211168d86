import { CameraScreen } from './CameraScreen.tsx';
import { ARCHIVE } from './calls.ts';

/** The cameras of an enterprise. */
export default function CameraPage() {
  return <CameraScreen door={ARCHIVE} />;
}
