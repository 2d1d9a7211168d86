import { useEffect, useRef, useState, type RefObject } from 'react';
import type { Scene } from '#contract/scene/scene.ts';
import type { Names } from '#domain/scene/label.ts';
import { useLanguage } from '#web/text/language.ts';
import { useAppearance } from '#web/theme/appearance.ts';
import { CanvasPainter } from './canvas/CanvasPainter.ts';
import { SceneView } from './SceneView.ts';
import { SvgPainter } from './SvgPainter.ts';

/** So many elements lie in the page itself; of more each change would cost as much as all of them. */
const MOST_IN_PAGE = 400;

/**
 * A scene in an area of the page. It is shown as a whole at first, and again when the area changes its size before anybody
 * moved it. @param whole changes when another picture is shown, which is then fitted @param way `svg`: its elements lie in
 * the page however many there are
 */
export function useSceneView(
  scene: Scene,
  names: Names,
  whole: string,
  way?: 'svg',
): { host: RefObject<HTMLDivElement | null>; view: SceneView | null } {
  const host = useRef<HTMLDivElement>(null);
  const [view, setView] = useState<SceneView | null>(null);
  const language = useLanguage();
  const { skin, dark } = useAppearance();
  const inPage = way === 'svg' || scene.elements.length <= MOST_IN_PAGE;
  useEffect(() => {
    if (!host.current) return;
    const made = new SceneView(host.current, inPage ? new SvgPainter() : new CanvasPainter());
    setView(made);
    return () => made.destroy();
  }, [inPage]);
  useEffect(() => view?.setScene(scene, language, names), [view, scene, names, language]);
  useEffect(() => view?.recolour(), [view, skin, dark]);
  useEffect(() => {
    const area = host.current;
    if (!view || !area) return;
    view.fit();
    let width = area.clientWidth;
    const observer = new ResizeObserver(() => {
      if (area.clientWidth === width) view.settle();
      else view.fit();
      width = area.clientWidth;
    });
    observer.observe(area);
    return () => observer.disconnect();
  }, [view, whole]);
  return { host, view };
}
