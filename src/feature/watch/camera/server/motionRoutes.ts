import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { id, yesNo } from '#contract/param.ts';
import { defineRoute, type Route, type Services } from '#server/route.ts';
import { MOTIONS, type MotionName } from '../contract.ts';
import { type Camera, cameraOf } from './camera.ts';
import { camerasOf, readerOf } from './cameras.ts';
import { halt } from './halt.ts';
import { dropLease, letGo, PRESS, type Press, pressOf, takeLease } from './lease.ts';
import { dropMotion, keepMotion, motionOf, type TurnedPart } from './motionKeeper.ts';
import { MOVE } from './permission.ts';
import { outside } from './told.ts';

/** A motion that began or goes on. */
interface Moved {
  readonly cameraId: number;
  readonly motion: MotionName;
  /** ms; it stops by then unless the motion is repeated. */
  readonly stopsWithinMs: number;
}

const speed = z.coerce.number().min(0.1).max(1).default(0.6);
/** Which press of which page it is: what comes of one behind its stop begins nothing. */
const press = z.string().regex(PRESS).optional();
const NAMES = Object.keys(MOTIONS) as [MotionName, ...MotionName[]];

interface Asked {
  readonly camera: Camera;
  readonly motion: MotionName;
  readonly speed: number;
  readonly employeeId: number;
  readonly press: Press | undefined;
}

/** Moves a camera: the caller takes it in hand, then it is told. */
async function moved(services: Services, asked: Asked): Promise<Moved> {
  const { camera, motion, speed: fast, employeeId, press: own } = asked;
  const { id: cameraId, moveMs } = camera;
  const answer = { cameraId, motion, stopsWithinMs: moveMs };
  if (!(await takeLease(services.system, cameraId, employeeId, own))) return answer;
  // Whoever looks after cameras that turn stops it where this process cannot.
  const keep = async (part: TurnedPart): Promise<string | null> => {
    const mark = randomUUID();
    const kept = await keepMotion(services.system, { cameraId, part, mark, moveMs, press: own });
    return kept ? mark : null;
  };
  await camerasOf(services).mover(camera).move(motion, fast, keep);
  return answer;
}

/** Stops it, whichever process turns it; whoever does not have it in hand stops nobody else. */
async function stopped(
  { system, log }: Services,
  { camera, employeeId, press: own }: Pick<Asked, 'camera' | 'employeeId' | 'press'>,
  release: boolean,
): Promise<{ readonly cameraId: number }> {
  const { id: cameraId } = camera;
  await takeLease(system, cameraId, employeeId);
  if (own) await letGo(system, cameraId, employeeId, own);
  const cameras = camerasOf({ system, log });
  await cameras.stop(cameraId);
  const elsewhere = await motionOf(system, cameraId);
  if (elsewhere) {
    await halt(cameras.eye(camera), elsewhere.part);
    await dropMotion(system, cameraId, elsewhere.mark);
  }
  if (release) await dropLease(system, cameraId, employeeId);
  return { cameraId };
}

const motionRoute = (base: string, verb: string, motion: MotionName): Route =>
  defineRoute({
    method: 'POST',
    path: `${base}/${verb}`,
    summary: { zh: `摄像机：${MOTIONS[motion].zh}`, en: `Cameras: ${MOTIONS[motion].en.toLowerCase()}` },
    permission: MOVE,
    params: z.object({ cameraId: id(), speed, press }),
    example: { cameraId: 1 },
    toldBy: moved,
    handler: async ({ trx, services, caller: { employeeId }, params }) => {
      const camera = await cameraOf(trx, readerOf(services), params.cameraId);
      const asked = { camera, motion, speed: params.speed, employeeId, press: pressOf(params.press) };
      return outside(() => moved(services, asked));
    },
  });

/** The customer area calls focus `findTurning` (specification 3 section 7). */
const customerVerb = (motion: MotionName): string => motion.replace(/^focus/, 'findTurning');

/** A button that is held repeats its motion by this, which leaves one record of access and not four a second. */
const hold = (base: string): Route =>
  defineRoute({
    method: 'POST',
    path: `${base}/hold`,
    summary: {
      zh: '摄像机：继续转动（按住时重复）',
      en: 'Cameras: go on with a motion while a button is held',
    },
    permission: MOVE,
    params: z.object({ cameraId: id(), motion: z.enum(NAMES), speed, press }),
    unrecorded: true,
    toldBy: moved,
    example: { cameraId: 1, motion: 'turnLeft' },
    handler: async ({ trx, services, caller: { employeeId }, params: { cameraId, ...asked } }) => {
      const camera = await cameraOf(trx, readerOf(services), cameraId);
      return outside(() => moved(services, { ...asked, camera, employeeId, press: pressOf(asked.press) }));
    },
  });

const stop = (base: string): Route =>
  defineRoute({
    method: 'POST',
    path: `${base}/stop`,
    summary: { zh: '摄像机：停止', en: 'Cameras: stop; `release` lets others move it at once' },
    permission: MOVE,
    params: z.object({ cameraId: id(), release: yesNo().default(false), press }),
    unrecorded: true,
    example: { cameraId: 1 },
    toldBy: stopped,
    handler: async ({ trx, services, caller: { employeeId }, params: { cameraId, release, ...asked } }) => {
      const camera = await cameraOf(trx, readerOf(services), cameraId);
      return outside(() => stopped(services, { camera, employeeId, press: pressOf(asked.press) }, release));
    },
  });

const ARCHIVE = '/api/archive/iVideoControl';
const CUSTOMER = '/api/hxyUser/userIVideo';

export const motionRoutes: readonly Route[] = [
  ...NAMES.map((motion) => motionRoute(ARCHIVE, motion, motion)),
  ...NAMES.map((motion) => motionRoute(CUSTOMER, customerVerb(motion), motion)),
  ...[ARCHIVE, CUSTOMER].flatMap((base) => [hold(base), stop(base)]),
];
