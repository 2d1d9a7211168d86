import { describe, expect, it } from 'vitest';
import type { CommandState, ControlAct, ControlReason } from '#contract/control.ts';
import { type OpenCommand, type Person, type PointNow, refusalOf, type Wish } from './permit.ts';

const ME = 1;
const OTHER = 2;
const ALL: readonly ControlAct[] = ['view', 'select', 'operate', 'approve', 'tag'];

const person = (rights: readonly ControlAct[], more: Partial<Person> = {}): Person => ({
  id: ME,
  session: true,
  sees: true,
  rights: new Set(rights),
  proven: true,
  operations: 0,
  ...more,
});

const PERSONS: Readonly<Record<string, Person>> = {
  'expired session': person(ALL, { session: false }),
  'display board': person([], { session: false }),
  'other enterprise': person(ALL, { sees: false }),
  'limited elsewhere': person(ALL, { sees: false }),
  'no role': person([]),
  viewer: person(['view']),
  'operates, not views': person(['select', 'operate']),
  selector: person(['view', 'select']),
  operator: person(['view', 'select', 'operate']),
  'without password': person(['view', 'select', 'operate'], { proven: false }),
  'sixty an hour': person(ALL, { operations: 60 }),
  approver: person(['view', 'approve']),
  tagger: person(['view', 'tag']),
  all: person(ALL),
};

const READY: PointNow = {
  inUse: true,
  wired: true,
  channelInUse: true,
  allowed: true,
  tagged: false,
  known: true,
  interlocked: true,
  twoPersons: false,
  sinceOperation: null,
  operations: 0,
  minimumOff: false,
};

const POINTS: Readonly<Record<string, PointNow>> = {
  ready: { ...READY, sinceOperation: 5000, operations: 9 },
  two: { ...READY, twoPersons: true },
  outOfUse: { ...READY, inUse: false },
  notWired: { ...READY, wired: false },
  channelOff: { ...READY, channelInUse: false },
  notAllowed: { ...READY, allowed: false },
  tagged: { ...READY, tagged: true },
  positionUnknown: { ...READY, known: false },
  interlock: { ...READY, interlocked: false },
  minimumOff: { ...READY, minimumOff: true },
  tooSoon: { ...READY, sinceOperation: 4999 },
  tooManyOfPoint: { ...READY, operations: 10 },
};

it('a clock that was set back by an hour keeps nobody from operating, one that is put right does for a moment', () => {
  const since = (sinceOperation: number): ControlReason | null =>
    refusalOf(person(ALL), { ...READY, sinceOperation }, null, 'request');
  expect([since(-3_600_000), since(-5000), since(-4999)]).toEqual([null, null, 'tooSoon']);
});

const open = (state: CommandState, by = ME): OpenCommand => ({ state, by });
const OPEN: Readonly<Record<string, OpenCommand>> = {
  none: null,
  requested: open('requested'),
  approved: open('approved'),
  selected: open('selected'),
  operating: open('operating'),
  acknowledged: open('acknowledged'),
  'requested by another': open('requested', OTHER),
  'approved of another': open('approved', OTHER),
  'selected by another': open('selected', OTHER),
};

const WISHES: readonly Wish[] = ['request', 'approve', 'select', 'operate', 'cancel', 'tag'];

/** Who may wish what at all; + allowed, else the reason, whatever the point and its state are. */
const WHO = `
                     request      approve      select       operate      cancel       tag
expired session      sessionOver  sessionOver  sessionOver  sessionOver  sessionOver  sessionOver
display board        sessionOver  sessionOver  sessionOver  sessionOver  sessionOver  sessionOver
other enterprise     notSeen      notSeen      notSeen      notSeen      notSeen      notSeen
limited elsewhere    notSeen      notSeen      notSeen      notSeen      notSeen      notSeen
no role              noRight      noRight      noRight      noRight      noRight      noRight
viewer               noRight      noRight      noRight      noRight      noRight      noRight
operates, not views  noRight      noRight      noRight      noRight      noRight      noRight
selector             +            noRight      +            noRight      +            noRight
operator             +            noRight      +            +            +            noRight
without password     +            noRight      +            +            +            noRight
sixty an hour        +            +            +            +            +            +
approver             noRight      +            noRight      noRight      noRight      noRight
tagger               noRight      noRight      noRight      noRight      noRight      +
all                  +            +            +            +            +            +`;

/** What the open command of the point allows to whoever has every right; of a point for two persons after the stroke. */
const STATE = `
                      request    approve             select                    operate       cancel   tag
none                  +          state               state                     state         state    +
requested             busy       state/ownRequest    +/notApproved             selectFirst   +        +
approved              busy       state               +                         selectFirst   +        +
selected              busy       state               state                     +             +        +
operating             busy       state               state                     state         state    +
acknowledged          busy       state               state                     state         state    +
requested by another  busy       state/+             notOwn/notApproved        selectFirst   +        +
approved of another   busy       state               notOwn                    selectFirst   +        +
selected by another   busy       state               state                     notOwn        +        +`;

/** What the point itself keeps from being requested, selected and operated; everything else is about people. */
const POINT: Readonly<Record<string, ControlReason | null>> = {
  ready: null,
  two: null,
  outOfUse: 'outOfUse',
  notWired: 'notWired',
  channelOff: 'channelOff',
  notAllowed: 'notAllowed',
  tagged: 'tagged',
  positionUnknown: 'positionUnknown',
  interlock: 'interlock',
  minimumOff: 'minimumOff',
  tooSoon: 'tooSoon',
  tooManyOfPoint: 'tooManyOfPoint',
};

/** And at last the person's own limits. */
const OWN: Readonly<Record<string, Partial<Record<Wish, ControlReason>>>> = {
  'sixty an hour': { request: 'tooManyOfPerson', select: 'tooManyOfPerson', operate: 'tooManyOfPerson' },
  'without password': { operate: 'passwordDue' },
};

function grid(text: string): ReadonlyMap<string, readonly string[]> {
  const [, , ...lines] = text.split('\n');
  return new Map(
    lines.map((line) => {
      const [name = '', ...cells] = line.split(/ {2,}/);
      return [name, cells];
    }),
  );
}

describe('who × point × state', () => {
  it('is allowed or refused by the first reason, in every one of the combinations', () => {
    const [who, state] = [grid(WHO), grid(STATE)];
    expect([...who.keys()]).toEqual(Object.keys(PERSONS));
    expect([...state.keys()]).toEqual(Object.keys(OPEN));
    const wrong: string[] = [];
    let n = 0;
    for (const [personName, one] of Object.entries(PERSONS))
      for (const [pointName, point] of Object.entries(POINTS))
        for (const [openName, command] of Object.entries(OPEN))
          for (const [i, wish] of WISHES.entries()) {
            n++;
            const by = who.get(personName)?.[i];
            const [plain = '', two = plain] = (state.get(openName)?.[i] ?? '').split('/');
            const byState = point.twoPersons ? two : plain;
            const first = [by, byState].find((cell) => cell !== '+');
            const ofPoint = ['request', 'select', 'operate'].includes(wish)
              ? (POINT[pointName] ?? OWN[personName]?.[wish] ?? null)
              : null;
            const expected = first ?? ofPoint;
            const told = refusalOf(one, point, command, wish);
            if (told !== expected)
              wrong.push(`${personName} | ${pointName} | ${openName} | ${wish}: ${told}, not ${expected}`);
          }
    expect(wrong).toEqual([]);
    expect(n).toBe(14 * 12 * 9 * 6);
  });

  it('a stranger learns nothing of what stands', () => {
    for (const name of [
      'expired session',
      'display board',
      'other enterprise',
      'limited elsewhere',
      'no role',
    ]) {
      const told = new Set(
        Object.values(POINTS).flatMap((point) =>
          Object.values(OPEN).flatMap((one) =>
            WISHES.map((wish) => refusalOf(PERSONS[name] as Person, point, one, wish)),
          ),
        ),
      );
      expect(told.size, name).toBe(1);
      expect([...told], name).not.toContain(null);
    }
  });
});
