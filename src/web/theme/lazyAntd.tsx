import { lazy, type ComponentType } from 'react';

/**
 * Loads a component together with antd's provider, in chunks of their own. Use it for any part that needs antd
 * inside a page that must start without it. Put a `<Suspense>` of the same size around it.
 */
export function lazyAntd<P extends object>(load: () => Promise<{ default: ComponentType<P> }>) {
  return lazy(async () => {
    const [{ default: Antd }, { default: Part }] = await Promise.all([import('./Antd.tsx'), load()]);
    return {
      default: function WithAntd(props: P) {
        return (
          <Antd>
            <Part {...props} />
          </Antd>
        );
      },
    };
  });
}
