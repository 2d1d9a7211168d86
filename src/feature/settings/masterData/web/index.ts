import type { WebFeature } from '#web/page.ts';

const DICTIONARY = '/SDNSysAdmin/SDNDataDictionary';

export const masterData: WebFeature = {
  routes: [
    {
      path: DICTIONARY,
      title: { zh: '数据字典', en: 'Dictionary' },
      load: () => import('./DictionaryPage.tsx'),
    },
    {
      path: '/SDNSysAdmin/SDNConfigDataDic/$params',
      title: { zh: '字典条目', en: 'Dictionary entries' },
      parent: DICTIONARY,
      load: () => import('./CategoryPage.tsx'),
    },
    {
      path: '/SDNSysAdmin/SDNDepartment',
      title: { zh: '部门', en: 'Departments' },
      antd: false,
      load: () => import('./DepartmentPage.tsx'),
    },
  ],
};
