import { useCallback, useEffect, useRef } from 'react';

/**
 * Tells whether the component is still drawn. Who waits for an answer asks before closing anything: something else may be
 * open by then.
 */
export function useMounted(): () => boolean {
  const mounted = useRef(false);
  useEffect(() => {
    mounted.current = true;
    return () => {
      mounted.current = false;
    };
  }, []);
  return useCallback(() => mounted.current, []);
}
