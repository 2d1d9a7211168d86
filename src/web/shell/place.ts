import { definePlace } from '#web/place.tsx';

/** Beside every page while somebody is signed in: for what works by itself and shows nothing. */
export const ShellPlace = definePlace<object>();
