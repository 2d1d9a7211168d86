import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { SceneElement } from '#contract/scene/scene.ts';
import type { TemplateWire } from '../../contract.ts';
import { templateQuery, templatesQuery } from '../calls.ts';

/** Templates that people made, and the one by which objects are put. */
export interface Templates {
  readonly list: readonly TemplateWire[];
  readonly error: Error | null;
  readonly ready: boolean;
  readonly again: () => void;
  /** Null = objects are put by their type. */
  readonly chosen: TemplateWire | null;
  readonly choose: (templateId: number | null) => void;
  /** What the chosen one is made of; null = none is chosen, or it is not read yet. */
  readonly elements: readonly SceneElement[] | null;
}

/** The templates of the enterprise of a diagram. */
export function useTemplates(diagramId: number): Templates {
  const [id, choose] = useState<number | null>(null);
  const all = useQuery(templatesQuery(diagramId));
  const list = all.data?.list ?? [];
  const chosen = list.find(({ templateId }) => templateId === id) ?? null;
  const one = useQuery({ ...templateQuery(chosen?.templateId ?? 0), enabled: chosen !== null });
  return {
    list,
    error: all.error,
    ready: all.data !== undefined,
    again: () => {
      void all.refetch();
      if (chosen) void one.refetch();
    },
    chosen,
    choose,
    elements: chosen && one.data?.templateId === chosen.templateId ? one.data.elements : null,
  };
}
