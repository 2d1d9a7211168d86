import { PublicHolidays } from '#feature/settings/masterData/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

/** The special days of an enterprise stand over the national list. */
export const slots: WebSlots = { toolbar: PublicHolidays };
