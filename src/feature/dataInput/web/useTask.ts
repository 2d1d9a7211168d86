import { useQuery } from '@tanstack/react-query';
import { get } from '#web/api.ts';
import { isActive, type Task } from '#web/shell/task.ts';

const ASK_MS = 500;

/** A task with its result, asked often while it is at work. */
export function useTask<R>(id: number | null): (Omit<Task, 'result'> & { readonly result: R }) | null {
  const { data } = useQuery({
    queryKey: ['task', 'get', id],
    queryFn: () => get<Omit<Task, 'result'> & { result: R }>('task/get', { id }, { quiet: true }),
    enabled: id !== null,
    refetchInterval: (query) => (!query.state.data || isActive(query.state.data as Task) ? ASK_MS : false),
  });
  return data ?? null;
}
