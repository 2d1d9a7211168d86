import type { Rolldown } from 'vite';

type Context = Parameters<Extract<Rolldown.CodeSplittingGroup['name'], (...args: never[]) => unknown>>[1];

type Needs = (id: string, context: Context) => boolean;

const ANTD = /node_modules[\\/](antd|@rc-component|@ant-design[\\/](?!icons))/;
/** What the shell and most screens are made of. `src/web/resource` comes with lists and forms, `analysisFrame` with analyses. */
const KIT =
  /[\\/]src[\\/](web[\\/](?!resource|richText|kit|analysisFrame)|domain[\\/](?!scene)|contract[\\/](?!scene))|icons-svg|dayjs|tanstack/;
/** What pictures are made of, flat and in space: it comes with the first of them. What only editors need comes with those. */
const PICTURE =
  /[\\/]src[\\/](contract[\\/]scene|domain[\\/]scene|feature[\\/]watch[\\/]diagram)[\\/](?!web[\\/](editor|space[\\/]edit)[\\/])/;
const HOME = /[\\/]src[\\/]feature[\\/]home[\\/](roleHome|overview)[\\/]/;
const DOOR = /[\\/]src[\\/]feature[\\/](house|settings)[\\/](session|security|registration|account)[\\/]/;
/** What checks input: forms bring it, first figures need none of it. */
const ZOD = /node_modules[\\/]zod[\\/]/;
const CHART = /node_modules[\\/](echarts|zrender|tslib)/;

/** Whether a module needs a package, itself or by what it imports. */
function finderOf(wanted: RegExp): Needs {
  const known = new Map<string, boolean>();
  const needs = (id: string, context: Context): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // A ring of imports comes back here.
    known.set(id, false);
    const found =
      wanted.test(id) || (context.getModuleInfo(id)?.importedIds ?? []).some((one) => needs(one, context));
    known.set(id, found);
    return found;
  };
  return needs;
}

/** What the first figures need: the page itself, the first screen, and what its header has. */
const FIRST =
  /[\\/]src[\\/](web[\\/](main|shell[\\/]Bell)|feature[\\/](home[\\/](overview[\\/]web[\\/]OverviewPage|roleHome[\\/]web[\\/](AlarmRow|AttentionPanel|NoConsumer|useHome|lazy|moneyFigures))|meters[\\/]correction[\\/]web[\\/]address|house[\\/]notice[\\/]web[\\/]NoticeBell|watch[\\/]alarm[\\/]web[\\/]bell))\.tsx?$/;
/** What a person meets who is not signed in. */
const SIGN_IN =
  /[\\/]src[\\/](web[\\/]session[\\/]LoginPage|feature[\\/]settings[\\/]singleSignOn[\\/]web[\\/]SignOnChoice)\.tsx$/;

/** What lists and forms know of each kind of row. */
const DEFINITIONS = /[\\/]src[\\/]resource[\\/]index\.ts$/;
const FEATURE = /[\\/]src[\\/]feature[\\/]\w+[\\/](\w+)[\\/]/;

/** Whether a module comes with a screen: something there imports it, not only when it is opened. */
function finderOfScreen(screen: RegExp): Needs {
  const known = new Map<string, boolean>();
  const comes = (id: string, context: Context): boolean => {
    const before = known.get(id);
    if (before !== undefined) return before;
    // A ring of imports comes back here.
    known.set(id, false);
    // A door lists more than whoever comes through it takes.
    const found =
      screen.test(id) ||
      (context.getModuleInfo(id)?.importers ?? []).some(
        (one) => !DOORS.test.test(one) && comes(one, context),
      );
    known.set(id, found);
    return found;
  };
  return comes;
}

/** The doors of features list what stands elsewhere: whoever imports from one takes that alone, not all that it lists. */
export const DOORS = { test: /[\\/]web[\\/](public|slots)\.ts$/, sideEffects: false };

/**
 * What several screens share. Each feature has files of its own: one file for what needs antd anywhere brought the code
 * of other features to every list. What is small joins others that the same screens need.
 */
const sharedGroups = (needsAntd: Needs, needsZod: Needs): Rolldown.CodeSplittingGroup[] => [
  {
    debugName: 'antd',
    name: (id, context) => (needsAntd(id, context) ? 'antd' : null),
    test: /node_modules|[\\/]src[\\/]web[\\/]/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 60_000,
  },
  {
    debugName: 'feature',
    name: (id, context) => {
      const feature = FEATURE.exec(id)?.[1];
      if (feature === undefined) return null;
      return `${feature}${needsAntd(id, context) ? '' : needsZod(id, context) ? 'Checked' : 'Light'}`;
    },
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 6_000,
  },
  {
    debugName: 'small',
    name: (id, context) => (needsAntd(id, context) ? null : needsZod(id, context) ? 'checked' : 'small'),
    test: /[\\/]src[\\/]|icons-svg|@ant-design[\\/]icons/,
    minShareCount: 2,
    entriesAware: true,
    entriesAwareMergeThreshold: 8_000,
  },
];

/**
 * How the pages are cut into files. A file per shared module made 170 requests of the first screen, each with its
 * headers; one file for all would bring antd and the charts to everybody who logs in.
 */
export function chunkGroups(): Rolldown.CodeSplittingGroup[] {
  const needsAntd = finderOf(ANTD);
  const needsZod = finderOf(ZOD);
  const isFirst = finderOfScreen(FIRST);
  const isDefinition = finderOfScreen(DEFINITIONS);
  const isSignIn = finderOfScreen(SIGN_IN);
  const needsEither = (id: string, context: Context): boolean =>
    needsAntd(id, context) || needsZod(id, context);
  const light = (
    name: string,
    test: RegExp,
    minShareCount: number,
    heavy = needsAntd,
  ): Rolldown.CodeSplittingGroup => ({
    debugName: name,
    name: (id, context) => (heavy(id, context) ? null : name),
    test,
    minShareCount,
    priority: 2,
  });
  return [
    { name: 'start', tags: ['$initial'], priority: 3 },
    { name: 'chart', test: CHART, priority: 2, entriesAware: true, entriesAwareMergeThreshold: 20_000 },
    {
      debugName: 'signIn',
      name: (id, context) =>
        isSignIn(id, context) && !isFirst(id, context) && !needsEither(id, context) ? 'signIn' : null,
      test: /[\\/]src[\\/]|icons-svg/,
      priority: 2,
    },
    {
      debugName: 'kit',
      name: (id, context) => (needsEither(id, context) ? null : isFirst(id, context) ? 'kit' : 'more'),
      test: KIT,
      minShareCount: 4,
      priority: 2,
    },
    light('picture', PICTURE, 2, needsEither),
    {
      debugName: 'first',
      name: (id, context) => (isFirst(id, context) && !needsAntd(id, context) ? 'first' : null),
      test: /[\\/]src[\\/]/,
      priority: 2,
    },
    light('home', HOME, 2),
    light('door', DOOR, 2),
    {
      debugName: 'resource',
      name: (id, context) =>
        isDefinition(id, context) && !isFirst(id, context) && !needsAntd(id, context) ? 'resource' : null,
      test: /[\\/]src[\\/]/,
      priority: 2,
    },
    ...sharedGroups(needsAntd, needsZod),
  ];
}
