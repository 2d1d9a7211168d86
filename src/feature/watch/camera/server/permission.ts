/** Function codes of cameras: the screen, which shows pictures, and what is done there. */
export const WATCH = 'SDNWatch.SDNCamera';
export const MOVE = 'archive.iVideoControl.move';
export const KEEP = 'archive.cameraClip.keep';
