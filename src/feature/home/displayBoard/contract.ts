import type { NotComparable } from '#contract/notComparable.ts';
import type { Scene } from '#contract/scene/scene.ts';
import type { ValuesAnswer } from '#feature/watch/diagram/contract.ts';
import type { BoardFigure } from '#resource/sys/displayBoard.ts';

/** An energy on a board, in the board's unit; null = nothing is known. */
export interface BoardAmount {
  readonly value: number | null;
  /** Floored percent of the time that readings back. */
  readonly coverage: number | null;
  /** Against the equal interval before, as a share; null where that is unknown. */
  readonly change: number | null;
  readonly why: NotComparable | null;
}

/** One bar: its energy and that of the same place in the period before. */
export interface BoardBar {
  readonly label: string;
  readonly value: number | null;
  readonly before: number | null;
}

/** What a board shows: the figures that it was made for are there, the others are not. Instants in ms since 1970. */
export interface Board {
  readonly boardName: string;
  readonly orgName: string;
  readonly dataType: string;
  readonly unit: string;
  readonly demandUnit: string;
  readonly timeZone: string;
  readonly now: number;
  readonly figures: readonly BoardFigure[];
  /** Names of the pictures in their order, asked for one by one by their place. */
  readonly pictures: readonly string[];
  /** s that each page stands. */
  readonly turnSeconds: number;
  readonly day?: BoardAmount;
  readonly month?: BoardAmount;
  readonly year?: BoardAmount;
  readonly peak?: {
    readonly demand: number | null;
    readonly from: number | null;
    /** It may have been higher: registers prove it, or intervals were not measured. */
    readonly atLeast: boolean;
  };
  readonly hours?: readonly BoardBar[];
  readonly monthDays?: readonly BoardBar[];
  readonly yearMonths?: readonly BoardBar[];
  readonly devices?: readonly { readonly name: string; readonly value: number | null }[];
}

/** A picture of a board as it stands now. No id in it is one of the product's: they count through the picture. */
export interface BoardPicture {
  readonly name: string;
  readonly timeZone: string;
  /** Number of its published version; null = none is published, or it is gone. */
  readonly no: number | null;
  /** Tells this drawing from any other, of whatever diagram; the screen sends it back. Null as `no`. */
  readonly mark: string | null;
  /** Null = nothing is published, or it is the drawing that the screen has already. */
  readonly scene: Scene | null;
  readonly names: readonly { readonly ammeterId: number; readonly code: string; readonly name: string }[];
  readonly values: ValuesAnswer;
}
