import { CameraScreen } from './CameraScreen.tsx';
import { CUSTOMER } from './calls.ts';

/** The customer area's cameras: the same pictures by the calls of that area. */
export default function UserCameraPage() {
  return <CameraScreen door={CUSTOMER} />;
}
