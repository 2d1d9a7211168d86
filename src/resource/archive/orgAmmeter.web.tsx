import { TwiceButton } from '#feature/meters/countedTwice/web/TwiceButton.tsx';
import type { WebSlots } from '#web/resource/slot.ts';

export const slots: WebSlots = { toolbar: TwiceButton };
