import {
  type CommandState,
  type ControlAct,
  type ControlReason,
  MOST_OF_PERSON,
  MOST_OF_POINT,
  PAUSE_MS,
} from '#contract/control.ts';

/** Who wants to do something. */
export interface Person {
  readonly id: number;
  readonly session: boolean;
  /** The point is within the enterprise and the limits of the account. */
  readonly sees: boolean;
  readonly rights: ReadonlySet<ControlAct>;
  /** The own password was given in this session within ten minutes. */
  readonly proven: boolean;
  /** Operations of the last hour. */
  readonly operations: number;
}

/** A point as it stands now. */
export interface PointNow {
  readonly inUse: boolean;
  readonly wired: boolean;
  readonly channelInUse: boolean;
  /** Its way out may be used for switching at all: relays of meters are off until somebody allowed them. */
  readonly allowed: boolean;
  readonly tagged: boolean;
  /** Its position was told lately. */
  readonly known: boolean;
  /** Every interlock holds; one that is not known does not. */
  readonly interlocked: boolean;
  readonly twoPersons: boolean;
  /** ms since the last operation; null = never. Below 0 by a clock that was set back. */
  readonly sinceOperation: number | null;
  /** Operations of the last minute. */
  readonly operations: number;
  /** The load may not be connected again yet. */
  readonly minimumOff: boolean;
}

/** The open command of a point; null = none. */
export type OpenCommand = {
  readonly state: CommandState;
  readonly by: number;
} | null;

/** What a person wants of a point. */
export type Wish = 'request' | 'approve' | 'select' | 'operate' | 'cancel' | 'tag';

const NEEDS: Readonly<Record<Wish, ControlAct>> = {
  request: 'select',
  approve: 'approve',
  select: 'select',
  operate: 'operate',
  cancel: 'select',
  tag: 'tag',
};

/**
 * Whether a person may do something with a point now: null where it is allowed, else the first reason why not. The
 * order is from who asks to what stands, so that a stranger learns nothing of the point.
 */
export function refusalOf(
  person: Person,
  point: PointNow,
  open: OpenCommand,
  wish: Wish,
): ControlReason | null {
  if (!person.session) return 'sessionOver';
  if (!person.sees) return 'notSeen';
  if (!person.rights.has('view') || !person.rights.has(NEEDS[wish])) return 'noRight';
  if (wish === 'tag') return null;
  const fault = faultOfCommand(person, open, wish, point.twoPersons);
  if (fault !== null) return fault;
  if (wish === 'cancel' || wish === 'approve') return null;
  return hindranceOf(point) ?? limitOf(person, wish);
}

/** Why the open command does not fit the wish. */
function faultOfCommand(
  person: Person,
  open: OpenCommand,
  wish: Wish,
  twoPersons: boolean,
): ControlReason | null {
  if (wish === 'request') return open === null ? null : 'busy';
  if (open === null) return 'state';
  switch (wish) {
    case 'approve':
      if (open.state !== 'requested' || !twoPersons) return 'state';
      return open.by === person.id ? 'ownRequest' : null;
    case 'select':
      if (open.state === 'requested' && twoPersons) return 'notApproved';
      if (open.state !== 'approved' && open.state !== 'requested') return 'state';
      return open.by === person.id ? null : 'notOwn';
    case 'operate':
      if (open.state === 'requested' || open.state === 'approved') return 'selectFirst';
      if (open.state !== 'selected') return 'state';
      return open.by === person.id ? null : 'notOwn';
    case 'cancel':
      return open.state === 'operating' || open.state === 'acknowledged' ? 'state' : null;
    case 'tag':
      return null;
  }
}

/** What keeps anybody from operating a point, whoever it is; null = nothing. */
export function hindranceOf(point: PointNow): ControlReason | null {
  if (!point.inUse) return 'outOfUse';
  if (!point.wired) return 'notWired';
  if (!point.channelInUse) return 'channelOff';
  if (!point.allowed) return 'notAllowed';
  if (point.tagged) return 'tagged';
  if (!point.known) return 'positionUnknown';
  if (!point.interlocked) return 'interlock';
  if (point.minimumOff) return 'minimumOff';
  // What is stamped further ahead is of before the clock was set back.
  if (point.sinceOperation !== null && Math.abs(point.sinceOperation) < PAUSE_MS) return 'tooSoon';
  return point.operations >= MOST_OF_POINT ? 'tooManyOfPoint' : null;
}

function limitOf(person: Person, wish: Wish): ControlReason | null {
  if (person.operations >= MOST_OF_PERSON) return 'tooManyOfPerson';
  return wish === 'operate' && !person.proven ? 'passwordDue' : null;
}
