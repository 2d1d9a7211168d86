import type { PageRoute } from '#web/page.ts';

/** The list page of a resource at a second address of the specification; the menu entry is that of the first. */
export const aliasOf = (
  path: string,
  name: string,
  parent: string,
  title: PageRoute['title'],
): PageRoute => ({
  path,
  title,
  parent,
  load: async () => {
    const [{ ResourceAlias }, { resourceOf }] = await Promise.all([
      import('#web/resource/ResourceScreen.tsx'),
      import('#resource/index.ts'),
    ]);
    const resource = resourceOf(name);
    return { default: () => <ResourceAlias resource={resource} /> };
  },
});
