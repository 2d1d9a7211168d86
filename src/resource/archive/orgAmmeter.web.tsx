import { TwiceButton } from '#feature/meters/countedTwice/web/slots.ts';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = { toolbar: TwiceButton };
