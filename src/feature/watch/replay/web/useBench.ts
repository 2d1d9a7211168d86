import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { HOME_ZONE } from '#domain/time/homeZone.ts';
import { dateAt } from '#domain/time/text.ts';
import { alarm } from '#resource/event/alarm.ts';
import { useAddress } from '#web/address.ts';
import type { ResourceRow } from '#web/resource/kindWeb.ts';
import { rowQuery } from '#web/resource/rows.ts';
import { isActive, refreshTasks, stopTask, taskQuery } from '#web/shell/task.ts';
import type { ReplayAnswer } from '../contract.ts';
import { readReplay, type ReplayAddress } from './address.ts';
import { replayQuery, startReplay } from './calls.ts';
import { type Draft, draftOfAnswer, draftOfRule, EMPTY_DRAFT } from './draft.ts';

/** What was changed by hand, for which rule and replay. */
interface Changed {
  readonly of: string;
  readonly draft: Draft;
}

/** The state of the screen: which rule and replay, the draft as it stands, and what can be done with it. */
export interface BenchState {
  readonly address: ReplayAddress;
  readonly change: (
    part: Partial<Record<keyof ReplayAddress, unknown>>,
    options?: { push?: boolean },
  ) => void;
  /** YYYY-MM-DD */
  readonly today: string;
  readonly rule: ResourceRow | null;
  readonly found: ReplayAnswer | null;
  readonly waiting: boolean;
  readonly loading: boolean;
  readonly draft: Draft;
  readonly changed: boolean;
  readonly starting: boolean;
  readonly running: boolean;
  readonly percent: number;
  /** Why a replay was not begun, and why one came to no end; null = neither. */
  readonly refusal: string | null;
  readonly failure: string | null;
  readonly edit: (part: Partial<Draft>) => void;
  readonly discard: () => void;
  readonly start: (draft: Draft) => void;
  readonly stop: () => void;
}

const dateNow = (): string => dateAt(HOME_ZONE, Date.now());

/** What was replayed: by its task, or the last one of the rule. */
function useReplay({ alarm: alarmId, replay: taskId, page }: ReplayAddress) {
  const task = useQuery({ ...taskQuery<unknown>(taskId ?? 0), enabled: taskId !== null, retry: false });
  const running = taskId !== null && task.data !== undefined && isActive(task.data);
  const ended = taskId === null ? alarmId !== null : task.data?.state === 'done' || task.isError;
  const of = taskId === null ? { alarmId: alarmId ?? 0 } : { id: taskId };
  const answer = useQuery({ ...replayQuery(of, page), enabled: ended });
  const { data } = answer;
  const found =
    ended && data && data.alarmId === alarmId && (taskId ?? data.taskId) === data.taskId ? data : null;
  const over = task.data?.state === 'failed' || task.data?.state === 'stopped';
  return {
    found,
    running,
    waiting: answer.isPlaceholderData,
    loading: answer.isFetching,
    percent: Math.round((task.data?.progress ?? 0) * 100),
    failure: over ? (task.data?.message ?? '') : null,
  };
}

export function useBench(): BenchState {
  const [address, change] = useAddress(readReplay);
  const { alarm: alarmId, replay: taskId } = address;
  const [changed, setChanged] = useState<Changed | null>(null);
  const [today] = useState(dateNow);
  const rule = useQuery({ ...rowQuery(alarm, alarmId ?? 0), enabled: alarmId !== null, retry: false });
  const replayed = useReplay(address);
  const { found } = replayed;
  const key = `${alarmId} ${taskId}`;
  const initial =
    found && taskId !== null ? draftOfAnswer(found) : rule.data ? draftOfRule(rule.data) : EMPTY_DRAFT;
  const own = changed?.of === key;
  const draft = own ? changed.draft : initial;
  const start = useMutation({
    mutationFn: (one: Draft) => startReplay(one, alarmId),
    onSuccess: async (id, one) => {
      setChanged({ of: `${alarmId} ${id}`, draft: one });
      change({ replay: id, page: undefined, meter: undefined }, { push: true });
      await refreshTasks();
    },
  });
  return {
    ...replayed,
    address,
    change,
    today,
    rule: rule.data ?? null,
    draft,
    changed: own,
    starting: start.isPending,
    refusal: start.error?.message ?? null,
    edit: (part) => setChanged({ of: key, draft: { ...draft, ...part } }),
    discard: () => setChanged(null),
    start: (one) => start.mutate(one),
    stop: () => {
      if (taskId !== null) void stopTask(taskId);
    },
  };
}
