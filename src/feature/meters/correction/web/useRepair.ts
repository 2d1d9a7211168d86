import { useState } from 'react';
import { ApiError } from '#web/api.ts';
import { notify } from '#web/ui/notice.ts';
import type { Effect, RepairKind, ValueRow } from '../contract.ts';
import { addRepair, type Ask, previewRepair, type Interval } from './calls.ts';
import { amountOf } from './operation.ts';
import { useCorrectionTexts } from './useCorrectionTexts.ts';

interface RepairFault {
  readonly field: string | undefined;
  readonly text: string;
}

/** A repair that is being put together. Whatever of it is changed takes back the effect that was shown. */
export interface RepairDraft {
  readonly kind: RepairKind;
  readonly setKind: (kind: RepairKind) => void;
  readonly amount: string;
  readonly setAmount: (amount: string) => void;
  readonly reason: string;
  readonly setReason: (reason: string) => void;
  /** What the repair as it stands would do, once it was asked for. */
  readonly effect: Effect | null;
  readonly fault: RepairFault | null;
  readonly busy: boolean;
  readonly preview: () => void;
  readonly apply: () => void;
  /** Begins a repair by one of the values: it is ignored, or chosen. */
  readonly take: (kind: 'ignore' | 'choose', row: ValueRow) => void;
  /** The interval was changed. */
  readonly touch: () => void;
}

/** The state of a repair of an interval; `onEffect` hears what it would make of the curve. */
export function useRepair(interval: Interval, onEffect: (effect: Effect | null) => void): RepairDraft {
  const t = useCorrectionTexts();
  const [kind, setKind] = useState<RepairKind>('interpolate');
  const [amount, setAmount] = useState('');
  const [target, setTarget] = useState<number | null>(null);
  const [reason, setReason] = useState('');
  const [shown, setShown] = useState<{ readonly ask: string; readonly effect: Effect } | null>(null);
  const { busy, fault, setFault, attempt } = useAttempt();
  const ask = askOf(interval, kind, amount, target);
  const key = JSON.stringify(ask);

  const touch = (): void => {
    setFault(null);
    onEffect(null);
  };
  const changing =
    <T>(set: (value: T) => void) =>
    (value: T): void => {
      set(value);
      touch();
    };
  const preview = async (): Promise<void> => {
    const effect = await previewRepair(ask);
    setShown({ ask: key, effect });
    onEffect(effect);
  };
  const apply = async (): Promise<void> => {
    await addRepair(ask, reason.trim());
    notify('success', t('applied'));
    setShown(null);
    setReason('');
    onEffect(null);
  };
  const begin = (next: RepairKind, source: number | null): void => {
    changing(setKind)(next);
    setTarget(source);
  };
  return {
    kind,
    setKind: (next) => begin(next, null),
    amount,
    setAmount: changing(setAmount),
    reason,
    setReason,
    effect: shown?.ask === key ? shown.effect : null,
    fault,
    busy,
    preview: () => void attempt(preview),
    apply: () => void attempt(apply),
    take: (next, row) => {
      begin(next, next === 'ignore' ? row.source : null);
      setAmount(next === 'choose' ? row.value : '');
    },
    touch,
  };
}

/** The repair as the server is asked for it: of one instant for a register, with an amount or a target where it has one. */
function askOf(
  { ammeterId, from, to }: Interval,
  kind: RepairKind,
  amount: string,
  target: number | null,
): Ask {
  return {
    ammeterId,
    from,
    to: kind === 'register' ? from : to,
    kind,
    ...(amountOf(kind) ? { amount } : {}),
    ...(kind === 'ignore' && target !== null ? { target } : {}),
  };
}

/** Runs calls one at a time and keeps what the server refused; any other error goes on. */
function useAttempt() {
  const [fault, setFault] = useState<RepairFault | null>(null);
  const [busy, setBusy] = useState(false);
  const attempt = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setFault(null);
    try {
      await act();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault({ field: error.field, text: error.message });
    } finally {
      setBusy(false);
    }
  };
  return { busy, fault, setFault, attempt };
}
