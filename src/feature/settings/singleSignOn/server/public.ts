/** The doors of single sign-on that no call of the browser's scripts reaches. */
export { mountSingleSignOn } from './doors.ts';
