import { useKeptPhotos } from './useKeptPhotos.ts';

/** Sends the photos that wait on the device, whatever page is open; it shows nothing. */
export default function PhotoSender() {
  useKeptPhotos();
  return null;
}
