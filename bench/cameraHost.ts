import { CAMERA_ACCOUNT, startCamera } from '../simulator/camera/camera.ts';

/* Simulated cameras in a process of their own: as many as the argument says, 25 pictures a second each; tells their ports. */
const cameras = await Promise.all(
  Array.from({ length: Number(process.argv[2] ?? 1) }, () =>
    startCamera({ account: CAMERA_ACCOUNT, framesPerSecond: 25 }),
  ),
);
process.send?.(cameras.map(({ httpPort }) => httpPort));
process.once('disconnect', () => process.exit(0));
