import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { closeNotices, drawAt, takeUploads } from '#web/resource/testBed.tsx';
import type { OrderInfo } from '../contract.ts';
import { Files } from './Files.tsx';
import type { KeptPhoto, PhotoStore } from './keptPhotos.ts';
import { texts } from './texts.ts';
import { WaitingPhotos } from './WaitingPhotos.tsx';

const ORDER = { workOrderId: 5, consumerId: 7, orderState: 'working', files: [] as unknown } as OrderInfo;
const photo = (name: string): File => new File(['picture'], name, { type: 'image/png' });

/** A device that keeps photos, or one that keeps none. */
function device(keeps = true) {
  const photos = new Map<string, KeptPhoto>();
  const store: PhotoStore = {
    keep: (one) => (keeps ? Promise.resolve(void photos.set(one.key, one)) : Promise.reject(new Error('full'))),
    of: (userId) => Promise.resolve([...photos.values()].filter((one) => one.userId === userId)),
    drop: (key) => Promise.resolve(void photos.delete(key)),
  }; // prettier-ignore
  return { photos, store };
}

const show = (store: PhotoStore) =>
  drawAt('/', <Files order={ORDER} may store={store} />, { phrases: { workOrder: texts } });
const take = async (name: string): Promise<void> =>
  userEvent.upload(screen.getByLabelText('Take a photo or choose a file'), photo(name));

test('a photo that cannot be sent waits on the device, and is sent when the network is back', async () => {
  const uploads = takeUploads();
  const { photos, store } = device();
  await show(store);
  await take('fuse.png');
  await waitFor(() => expect(uploads).toHaveLength(1));
  expect(photos.size).toBe(1);
  act(() => uploads[0]?.fail());
  expect(await screen.findByText('fuse.png')).toBeInTheDocument();
  expect(screen.getByText(/kept on this device/)).toBeInTheDocument();
  closeNotices();
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect(uploads[1]?.form.get('fileType')).toBe('after');
  act(() => uploads[1]?.answer({ code: 200, message: '', data: { id: 1 } }));
  await waitFor(() => expect(screen.queryByText('fuse.png')).toBeNull());
  expect(photos.size).toBe(0);
});

test('what was left on the device is sent when the order is opened; what the server refuses stays with the reason until a person throws it away', async () => {
  const uploads = takeUploads();
  const { photos, store } = device();
  const kept = { workOrderId: 5, consumerId: 7, fileType: 'before' };
  photos.set('a', { ...kept, key: 'a', userId: 1, file: photo('left.png') });
  photos.set('b', { ...kept, key: 'b', userId: 2, file: photo('of another.png') });
  photos.set('c', { ...kept, key: 'c', userId: 1, file: photo('large.png') });
  photos.set('d', { ...kept, key: 'd', userId: 1, file: photo('hidden.png') });
  await show(store);
  for (const [i, code, message] of [
    [0, 400, 'The file: is no picture'],
    [1, 413, 'The file: is too large'],
    [2, 404, 'There is no such row'],
  ] as const) {
    await waitFor(() => expect(uploads).toHaveLength(i + 1));
    act(() => uploads[i]?.answer({ code, message, data: null }));
    expect(await screen.findByText(new RegExp(`refused: ${message}`))).toBeInTheDocument();
  }
  closeNotices();
  expect([...photos.keys()]).toEqual(['a', 'b', 'c', 'd']);
  // None of them is sent once more by itself.
  act(() => void window.dispatchEvent(new Event('online')));
  await take('new.png');
  await waitFor(() => expect(uploads).toHaveLength(4));
  act(() => uploads[3]?.answer({ code: 200, message: '', data: { id: 1 } }));
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined });
  await userEvent.click(screen.getByRole('button', { name: 'Save large.png' }));
  expect(saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download)).toEqual(['large.png']);
  await userEvent.click(screen.getByRole('button', { name: 'Discard hidden.png' }));
  await waitFor(() => expect(screen.queryByText('hidden.png')).toBeNull());
  expect([[...photos.keys()], uploads.length]).toEqual([['a', 'b', 'c'], 4]);
});

test('what waits is not thrown away while a new password is due', async () => {
  const uploads = takeUploads();
  const { photos, store } = device();
  photos.set('a', { key: 'a', userId: 1, workOrderId: 5, consumerId: 7, fileType: 'before', file: photo('left.png') });
  await show(store);
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]?.answer({ code: 403, message: 'The password has expired', data: { passwordExpired: 1 } }));
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(uploads).toHaveLength(2));
  expect([...photos.keys()]).toEqual(['a']);
  act(() => uploads[1]?.answer({ code: 200, message: '', data: { id: 1 } }));
  await waitFor(() => expect(photos.size).toBe(0));
}); // prettier-ignore

test('the page of orders sends what waits of any order, and lists what came too late to be thrown away', async () => {
  const uploads = takeUploads();
  const { photos, store } = device();
  const kept = { userId: 1, consumerId: 7, fileType: 'before' };
  photos.set('a', { ...kept, key: 'a', workOrderId: 5, file: photo('fuse.png') });
  photos.set('b', { ...kept, key: 'b', workOrderId: 6, file: photo('late.png') });
  const onOpen = vi.fn();
  await drawAt('/', <WaitingPhotos store={store} onOpen={onOpen} />, { phrases: { workOrder: texts } });
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]?.fail());
  await waitFor(() => expect(uploads).toHaveLength(2));
  act(() => uploads[1]?.answer({ code: 409, message: 'Work order: it is accepted', data: null }));
  expect(await screen.findByText(/late\.png: Work order: it is accepted/)).toBeInTheDocument();
  closeNotices();
  expect(await screen.findByText(/the order is over/)).toBeInTheDocument();
  expect([...photos.keys()]).toEqual(['a', 'b']);
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(uploads).toHaveLength(3));
  expect(uploads[2]?.form.get('workOrderId')).toBe('5');
  act(() => uploads[2]?.answer({ code: 200, message: '', data: { id: 1 } }));
  await waitFor(() => expect(screen.queryByText('fuse.png')).toBeNull());
  await userEvent.click(screen.getByRole('button', { name: 'Work order 6' }));
  expect(onOpen).toHaveBeenCalledWith(6);
  await userEvent.click(screen.getByRole('button', { name: 'Discard late.png' }));
  await waitFor(() => expect(screen.queryByText('late.png')).toBeNull());
  expect([photos.size, uploads.length]).toEqual([0, 3]);
});

test('a browser that keeps nothing says so', async () => {
  const uploads = takeUploads();
  await show(device(false).store);
  await take('lost.png');
  await waitFor(() => expect(uploads).toHaveLength(1));
  act(() => uploads[0]?.fail());
  expect(await screen.findByText(/this browser keeps nothing/)).toBeInTheDocument();
  closeNotices();
});
