import {
  type ComponentType,
  type Context,
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useMemo,
} from 'react';

/** A place on a page at which features show something that the page does not know of; each part is given the same. */
export type Place<Props extends object> = Context<readonly ComponentType<Props>[]>;

/** A part at its place, around the pages: what `shows` of a `WebFeature` lists. */
export type PlacedPart = ComponentType<{ readonly children: ReactNode }>;

/** Defined by the feature of the page, handed out at its door. */
export const definePlace = <Props extends object>(): Place<Props> =>
  createContext<readonly ComponentType<Props>[]>([]);

/** Puts a part to a place, after those that stand there. Give it lazily: the list of features comes with the first screen. */
export function showAt<Props extends object>(At: Place<Props>, part: ComponentType<Props>): PlacedPart {
  return function Placed({ children }) {
    const before = useContext(At);
    const parts = useMemo(() => [...before, part], [before]);
    return <At value={parts}>{children}</At>;
  };
}

interface AllPlacedProps {
  readonly parts: readonly PlacedPart[];
  readonly children: ReactNode;
}

/** The parts of all features around the pages. */
export function AllPlaced({ parts, children }: AllPlacedProps): ReactNode {
  return parts.reduceRight<ReactNode>((inner, Placed) => <Placed>{inner}</Placed>, children);
}

interface AllAtProps<Props extends object> {
  readonly place: Place<Props>;
  readonly of: Props;
  /** In place of a part that is on its way. */
  readonly wait: ReactNode;
}

/** All that stands at a place. */
export function AllAt<Props extends object>({ place, of, wait }: AllAtProps<Props>): ReactNode {
  return useContext(place).map((Part, i) => (
    <Suspense key={i} fallback={wait}>
      <Part {...of} />
    </Suspense>
  ));
}
