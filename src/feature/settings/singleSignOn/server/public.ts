import type { Door } from '#server/door.ts';
import { mountSingleSignOn } from './doors.ts';

/** The doors of single sign-on that no call of the browser's scripts reaches. */
export const door: Door = { mount: mountSingleSignOn };
