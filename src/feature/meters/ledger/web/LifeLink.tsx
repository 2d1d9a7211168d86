import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ActionProps } from '#web/resource/slot.ts';

/** A row action that leads to the life of the meter. */
export function LifeLink({ row, onClose }: ActionProps) {
  const navigate = useNavigate();
  useEffect(() => {
    onClose();
    void navigate({
      to: '/SDNEquipment/SDNMeterLife',
      search: ((before: object) => ({
        ...('consumer' in before ? { consumer: before.consumer } : {}),
        ammeterId: row.id,
      })) as never,
    });
  }, [navigate, onClose, row.id]);
  return null;
}
