import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import type { Names } from '#domain/scene/label.ts';
import { useLanguage } from '#web/text/language.ts';
import { SceneView } from './SceneView.ts';

/**
 * A scene in an area of the page. It is shown as a whole at first, and again when the area changes its size before anybody
 * moved it. @param whole changes when another picture is shown, which is then fitted
 */
export function useSceneView(
  scene: Scene,
  names: Names,
  whole: string,
): { host: RefObject<HTMLDivElement | null>; view: SceneView | null } {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<SceneView | null>(null);
  const language = useLanguage();
  useEffect(() => {
    if (!host.current) return;
    const made = new SceneView(host.current);
    setView(made);
    return () => made.destroy();
  }, []);
  useEffect(() => view?.setScene(scene, language, names), [view, scene, names, language]);
  useEffect(() => {
    const area = host.current;
    if (!view || !area) return;
    view.fit();
    let width = area.clientWidth;
    const observer = new ResizeObserver(() => {
      if (area.clientWidth !== width) view.fit();
      width = area.clientWidth;
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, [view, whole]);
  return { host, view };
}
