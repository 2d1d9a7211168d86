import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '#web/api.ts';
import { useConsumer } from '#web/session/consumer.ts';
import { notify } from '#web/ui/notice.ts';
import type { Startable } from '../contract.ts';
import { actOn } from './calls.ts';
import type { Filled } from './ParamInputs.tsx';
import { useWorkflowTexts } from './useWorkflowTexts.ts';

/** A request that is being filled in. */
export type Application = ReturnType<typeof useApply>;

/** The fields of a new request, and sending it or keeping it as a draft; what was made is opened. */
export function useApply(list: readonly Startable[], onClose: () => void) {
  const t = useWorkflowTexts();
  const navigate = useNavigate();
  const { consumer } = useConsumer();
  const [code, setCode] = useState<string | null>(null);
  const [title, setTitle] = useState('');
  const [values, setValues] = useState<Filled>({});
  const [fault, setFault] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);
  const chosen = list.find((one) => one.code === code) ?? (list.length === 1 ? list[0] : undefined);
  const send = async (verb: 'apply' | 'saveDraft'): Promise<void> => {
    if (!chosen) return;
    setBusy(true);
    setFault(null);
    try {
      const { id: made } = await actOn<{ id: number }>(verb, {
        workflowId: chosen.id,
        title,
        params: JSON.stringify(values),
        ...(consumer ? { consumerId: consumer.orgId } : {}),
      });
      notify('success', t(verb === 'apply' ? 'applied' : 'saved'));
      onClose();
      await navigate({ to: '/SDNSysAdmin/SDNWorkflowRequest/$id', params: { id: String(made) } } as never);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setFault(error);
    } finally {
      setBusy(false);
    }
  };
  const choose = (next: string): void => {
    setCode(next);
    setFault(null);
  };
  const unsaved = [title, ...Object.values(values)].some((text) => text !== '');
  return { chosen, choose, title, setTitle, values, setValues, unsaved, fault, busy, send };
}
