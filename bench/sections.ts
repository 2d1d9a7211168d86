import { alarms } from './alarms.ts';
import { answers } from './answers.ts';
import { archive } from './archive.ts';
import { assets } from './assets.ts';
import { blocks } from './blocks.ts';
import { cameras } from './cameras.ts';
import { control } from './control.ts';
import { enterprises } from './enterprises.ts';
import { hall } from './hall.ts';
import { house } from './house.ts';
import { mqtt } from './mqtt.ts';
import { queue } from './queue.ts';
import { readings } from './readings.ts';
import { sealed } from './sealed.ts';
import { screens } from './screens.ts';
import { pictures } from './pictures.ts';
import { repair } from './repair.ts';
import { replays } from './replay.ts';
import type { Section } from './section.ts';
import { soak } from './soak.ts';
import { step } from './step.ts';
import { sustained } from './sustained.ts';
import { upload } from './upload.ts';

/** Everything that can be measured, in the order of the page. */
export const sections: readonly Section[] = [
  readings,
  blocks,
  sealed,
  queue,
  step,
  sustained,
  soak,
  repair,
  mqtt,
  screens,
  answers,
  hall,
  enterprises,
  house,
  archive,
  alarms,
  replays,
  cameras,
  pictures,
  assets,
  control,
  upload,
];
