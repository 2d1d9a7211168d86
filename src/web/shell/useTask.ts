import { useQuery } from '@tanstack/react-query';
import { taskQuery, type TaskOf } from './task.ts';

/** A task with its result, asked often while it is at work; null before it is known. */
export function useTask<R>(id: number | null): TaskOf<R> | null {
  const { data } = useQuery({ ...taskQuery<R>(id ?? 0), enabled: id !== null });
  return data ?? null;
}
