import { MINUTE_MS, QUARTER_MS } from '#domain/time/duration.ts';
import { BEGINNING, instantOf, Rig } from '../rig.ts';
import type { Story } from '../story.ts';
import { equivalentOf } from '../truth.ts';

/** Hundredths at which five digits start again. */
const TURN = 10_000_000;

/** What happens to the counter itself, and what people record of it. */
export const counterStories: readonly Story[] = [
  {
    kind: 'no fault',
    known: 'everything',
    make: ({ cn }) =>
      [1, 40].map((ratio, i) => {
        const rig = new Rig(cn, { code: `well-${i + 1}`, ratio });
        rig.lag(38);
        return rig;
      }),
  },
  {
    kind: 'reset, no record',
    known: 'all but the quarter of an hour of the reset, which is flagged',
    make: ({ cn }) => {
      const plain = new Rig(cn, { code: 'reset-1' });
      const wide = new Rig(cn, { code: 'reset-2', ratio: 40, ratedPower: 1600, start: 420_000 });
      wide.ledger[0] = { from: BEGINNING, ct: '40', registerWidth: 6 };
      [plain, wide].forEach((rig, i) => restart(rig, rig.at(0.3 + i / 4, 9, 30)));
      return [plain, wide];
    },
  },
  {
    kind: 'reset with a record',
    known: 'everything: the record has the registers on both sides',
    make: ({ cn }) => {
      const rig = new Rig(cn, { code: 'reset-record', ratio: 40 });
      const at = rig.at(0.4, 14) + 5 * MINUTE_MS;
      rig.ledger[0] = { from: BEGINNING, ct: '40', serial: 'S1' };
      const endBefore = String(rig.begin(at, 0));
      rig.ledger.push({ from: at, ct: '40', sameDevice: 1, startRegister: '0', endBefore });
      rig.tell('replaced', at - 5 * MINUTE_MS, at + 10 * MINUTE_MS);
      return [rig];
    },
  },
  {
    kind: 'rollover',
    known: 'everything; of one inside a gap the whole',
    make: ({ cn }) => {
      const at = instantOf(cn, 0.5, 7, 4);
      const rigs = ['rollover-1', 'rollover-2'].map((code) => {
        const design = { code, ratio: 40, ratedPower: 1600 };
        const start = TURN - new Rig(cn, design).truth.counted(at);
        const rig = new Rig(cn, { ...design, start });
        rig.ledger[0] = { from: BEGINNING, ct: '40', registerWidth: 5 };
        rig.offset((ts) => (ts > at ? -TURN : 0));
        return rig;
      });
      rigs[0]?.tell('rollover', instantOf(cn, 0.5, 7), instantOf(cn, 0.5, 7, 15));
      const [from, to] = [instantOf(cn, 0.5, 6, 15), instantOf(cn, 0.5, 9, 30)];
      rigs[1]?.gap(from, to);
      rigs[1]?.tell('rollover', from, to);
      return rigs;
    },
  },
  {
    kind: 'replacement with a record',
    known:
      'everything: end and start register are in the ledger; of one inside a gap the energy of both devices',
    make: ({ cn }) =>
      [0, 1].map((i) => {
        const at = instantOf(cn, 0.6, 10, 5);
        const equivalent = [
          { from: -Infinity, per: equivalentOf(40) },
          { from: at, per: equivalentOf(60) },
        ];
        const rig = new Rig(cn, { code: `replaced-${i + 1}`, worth: equivalent });
        rig.ledger.push({ from: BEGINNING, ct: '40', serial: 'S1' });
        const endBefore = String(rig.begin(at, 750));
        rig.ledger.push({ from: at, ct: '60', serial: 'S2', startRegister: '7.5', endBefore });
        const [from, to] = i === 0 ? [at - 5 * MINUTE_MS, at + 10 * MINUTE_MS] : [instantOf(cn, 0.6, 7, 45), instantOf(cn, 0.6, 14)]; // prettier-ignore
        if (i === 1) {
          rig.gap(from, to);
          rig.replace(from, to, [rig.span(from, at), rig.span(at, to)]);
        }
        rig.tell('replaced', from, to);
        return rig;
      }),
  },
  {
    kind: 'replacement, no record',
    known: 'all but the quarter of an hour of the change: lower = reset, far higher = suspect',
    make: ({ cn }) => {
      const lower = new Rig(cn, { code: 'swapped-1', ratedPower: 40, start: 4_500_000 });
      const at = lower.at(0.7, 11, 15);
      lower.begin(at - 7 * MINUTE_MS, 1200);
      lower.hole(at - QUARTER_MS, at, 'reset');
      const higher = new Rig(cn, { code: 'swapped-2', ratedPower: 40 });
      higher.offset((ts) => (ts >= at ? 3_000_000 : 0));
      higher.hole(at - QUARTER_MS, at, 'suspect');
      return [lower, higher];
    },
  },
  {
    kind: 'CT ratio changed, recorded',
    known: 'everything, whether between two readings (with the register) or at one',
    make: ({ cn }) =>
      [0, 5].map((minutes, i) => {
        const at = instantOf(cn, 0.35, 8) + minutes * MINUTE_MS;
        const equivalent = [
          { from: -Infinity, per: equivalentOf(40) },
          { from: at, per: equivalentOf(60) },
        ];
        const rig = new Rig(cn, { code: `ratio-${i + 1}`, worth: equivalent });
        rig.ledger.push({ from: BEGINNING, ct: '40', serial: 'S1' });
        const register = String(rig.register(at));
        const event = { from: at, ct: '60', sameDevice: 1 };
        rig.ledger.push(minutes > 0 ? { ...event, startRegister: register, endBefore: register } : event);
        if (minutes > 0) rig.tell('replaced', at - 5 * MINUTE_MS, at + 10 * MINUTE_MS);
        rig.touch(at, cn.to);
        return rig;
      }),
  },
  {
    kind: 'wrong ratio, corrected later',
    known: 'everything: the whole past is folded again',
    make: ({ cn }) => {
      const always = new Rig(cn, {
        code: 'wrong-ratio-1',
        worth: [{ from: -Infinity, per: equivalentOf(60) }],
      });
      always.ledger.push({ from: BEGINNING, ct: '40' });
      always.acts.push({ do: 'ledgerEdit', event: { from: BEGINNING, ct: '60' } });
      always.touchAll();
      const at = always.at(0.25, 16);
      const equivalent = [
        { from: -Infinity, per: equivalentOf(1) },
        { from: at, per: equivalentOf(30) },
      ];
      const since = new Rig(cn, { code: 'wrong-ratio-2', worth: equivalent });
      since.acts.push({ do: 'ledger', event: { from: at, ct: '30', sameDevice: 1 } });
      since.touch(at, cn.to);
      return [always, since];
    },
  },
  {
    kind: 'correction factor',
    known: 'everything',
    make: ({ cn }) => {
      const at = instantOf(cn, 0.5, 0);
      const equivalent = [
        { from: -Infinity, per: equivalentOf(40) },
        { from: at, per: equivalentOf(40, 1.025) },
      ];
      const rig = new Rig(cn, { code: 'factor', worth: equivalent });
      rig.ledger.push({ from: BEGINNING, ct: '40', serial: 'S1' });
      rig.ledger.push({ from: at, ct: '40', correctionFactor: '1.025', sameDevice: 1 });
      rig.touch(at, cn.to);
      return [rig];
    },
  },
];

/** The counter falls to 0 within the quarter of an hour that ends at `end`, and nobody writes it down. */
function restart(rig: Rig, end: number): void {
  rig.begin(end - 6 * MINUTE_MS, 0);
  rig.hole(end - QUARTER_MS, end, 'reset');
}
