import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { collectorMeter } from '#resource/archive/collectorMeter.ts';
import { registerMap } from '#resource/archive/registerMap.ts';
import type { ActionProps } from '#web/resource/slot.ts';

type Search = Readonly<Record<string, unknown>>;

/** A row action that leads to another screen. */
const lead = (to: string, searchOf: (id: number) => Search) =>
  function Lead({ row, onClose }: ActionProps) {
    const navigate = useNavigate();
    useEffect(() => {
      onClose();
      void navigate({ to, search: searchOf(row.id) as never });
    }, [navigate, onClose, row.id]);
    return null;
  };

/** From a device model to its register map. */
export const MapLead = lead(registerMap.screen, (id) => ({ f: [['deviceModelId', 'eq', id]] }));
/** From a channel to how it does and the trial read. */
export const StateLead = lead('/SDNCommunication/SDNCollector', (id) => ({ channel: id }));
/** From a channel to the meters that hang on it. */
export const MeterLead = lead(collectorMeter.screen, (id) => ({ f: [['channelId', 'eq', id]] }));
