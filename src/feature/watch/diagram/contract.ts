import type { Source } from '#contract/scene/binding.ts';
import type { Picture, Scene, SceneElement } from '#contract/scene/scene.ts';
import type { HeatMeter } from '#contract/scene/space.ts';
import type { Text } from '#contract/text.ts';

/** Points of a curve of a trend, at most. */
export const MOST_POINTS = 240;
/** Meters and signal points of a site that a picture is drawn from, at most. */
export const MOST_NETWORK = 5000;

/** `panelType` of flat pictures, and of those in space. */
export const FLAT = '1';
export const IN_SPACE = '2';

/** A model file has so many bytes, and a diagram so many models, at most. */
export const MOST_GLB_BYTES = 20 * 1024 * 1024;
export const MOST_MODELS = 50;

/** A diagram with what is known of its pictures. */
export interface DiagramHead {
  readonly monitorDiagramId: number;
  readonly diagramName: string;
  readonly consumerId: number;
  readonly siteId: number;
  readonly siteName: string;
  readonly timeZone: string;
  /** As in the resource: 1 power distribution … */
  readonly monitorSysType: string;
  /** As in the resource: 1 flat, 2 in space … */
  readonly panelType: string;
  /** Number of the newest version, and of the one that people see; null = there is none. */
  readonly newestNo: number | null;
  readonly publishedNo: number | null;
  /** ms */
  readonly publishedAt: number | null;
}

/** One version of a diagram. */
export interface VersionWire {
  readonly no: number;
  readonly elements: number;
  readonly bindings: number;
  readonly restoredFrom: number | null;
  readonly note: string | null;
  /** ms */
  readonly madeAt: number;
  readonly madeBy: string;
  /** It is, or once was, what people saw. */
  readonly published: 'now' | 'once' | null;
}

/** A diagram with a picture of it; without any version the picture is null. */
export interface SceneAnswer<S extends Picture = Scene> {
  readonly diagram: DiagramHead;
  readonly version: VersionWire | null;
  readonly scene: S | null;
  /** What the meters that it binds are called now. */
  readonly names: readonly { readonly ammeterId: number; readonly code: string; readonly name: string }[];
}

/** What a source of a picture tells. */
export interface SourceValue {
  /** As `sourceKey` names it. */
  readonly key: string;
  /** Null = not known, or not to be seen by the caller. */
  readonly value: number | null;
  /** ms */
  readonly ts: number | null;
  readonly unit: string;
  /** ms after which it is old; null = it holds until it changes. */
  readonly holdMs: number | null;
  /** Names of the states of a signal. */
  readonly words?: Readonly<Record<number, string>>;
  /** It is at least that: something may hide a higher one. */
  readonly atLeast?: boolean;
  /** kW: of a share of the rated power, so that it can follow the power between two answers; null = not known. */
  readonly ratedPower?: number | null;
}

/** What the sources of a picture told at an instant. */
export interface ValuesAnswer {
  /** ms: the instant asked about. */
  readonly at: number;
  readonly values: readonly SourceValue[];
  readonly curves: readonly {
    readonly key: string;
    /** Its length: trends of one source may differ in it. */
    readonly hours: number;
    readonly points: readonly (readonly [ts: number, value: number | null])[];
  }[];
}

/** A meter of a site, as a picture of it is drawn from. */
export interface NetworkMeter {
  readonly ammeterId: number;
  readonly code: string;
  readonly name: string;
  /** The meter above it, where that is a meter of this list. */
  readonly parentId: number | null;
  /** kW; null = not known. */
  readonly ratedPower: number | null;
  /** It stands at a transformer, by the object it belongs to. */
  readonly transformer: boolean;
  /** kVA of that transformer, where its record or its equipment says so. */
  readonly capacity: number | null;
}

/** A signal point of a site. */
export interface NetworkPoint {
  readonly signalPointId: number;
  readonly code: string;
  readonly name: string;
  readonly kind: string;
  readonly ammeterId: number | null;
}

/** A monitored object of a site that has meters, as its template is put on a picture. */
export interface NetworkObject {
  readonly orgId: number;
  readonly name: string;
  readonly parentName: string | null;
  readonly typeName: string | null;
  readonly typeCode: string | null;
  readonly meters: readonly { readonly ammeterId: number; readonly electric: boolean }[];
  /** The signal point of its breaker, else of that of a meter of it; null = nothing tells it. */
  readonly breakerId: number | null;
}

/** What the archive knows of the electricity of a site. */
export interface NetworkAnswer {
  readonly siteId: number;
  readonly siteName: string;
  readonly meters: readonly NetworkMeter[];
  /** Meters of the site for which there was no room. */
  readonly leftOut: number;
  /** What stands for the electricity of the site: real meters and how often each counts; without one that is due the power is not known. */
  readonly supply: readonly { readonly ammeterId: number; readonly times: number; readonly due: boolean }[];
  readonly points: readonly NetworkPoint[];
  readonly objects: readonly NetworkObject[];
}

/** A template has so many elements, its numbers stand for so many meters, and an enterprise has so many, at most. */
export const MOST_TEMPLATE_ELEMENTS = 200;
export const MOST_TEMPLATE_NUMBER = 50;
export const MOST_TEMPLATES = 200;
export const MOST_TEMPLATE_VERSIONS = 200;

/** A template of objects that people made, in its newest version. */
export interface TemplateWire {
  readonly templateId: number;
  readonly templateName: string;
  readonly no: number;
  /** Its elements. */
  readonly size: number;
  readonly bindings: number;
  /** ms */
  readonly madeAt: number;
  readonly madeBy: string;
}

/** A template with what it is made of, and its versions, the newest first. */
export interface TemplateAnswer {
  readonly templateId: number;
  readonly templateName: string;
  readonly no: number;
  /** Bindings name the first, second … meter of an object, and its breaker, by 1, 2 … */
  readonly elements: readonly SceneElement[];
  readonly versions: readonly (Pick<TemplateWire, 'no' | 'size' | 'bindings' | 'madeAt' | 'madeBy'> & {
    readonly restoredFrom: number | null;
  })[];
}

/** Something that can be bound. */
export interface BindableWire {
  readonly source: Source;
  readonly code: string;
  readonly name: string;
  readonly siteName: string;
  readonly unit: string;
}

/** A transformer with one meter, as it was loaded. */
export interface TransformerNow {
  readonly ammeterId: number;
  /** kVA; null = nobody entered it. */
  readonly capacity: number | null;
  /** kW, and kVA; null = not known. */
  readonly power: number | null;
  readonly apparent: number | null;
}

/** The demand of a site this month, as far as it went; kW. */
export interface PeakAnswer {
  /** Null = not known. */
  readonly peak: number | null;
  /** ms */
  readonly from: number | null;
  readonly atLeast: boolean;
  /** How it is measured. */
  readonly method: Text | null;
  readonly transformers: readonly TransformerNow[];
}

/** A day of a site for the time machine: its power by quarters of an hour, and what happened. */
export interface DayAnswer {
  /** ms */
  readonly from: number;
  readonly to: number;
  /** Starts of quarters (ms) with the mean power (kW); null = not known. */
  readonly power: readonly (readonly [ts: number, value: number | null])[];
  readonly switches: readonly {
    readonly ts: number;
    readonly signalPointId: number;
    readonly name: string;
    readonly value: number | null;
  }[];
  readonly alarms: readonly { readonly ts: number; readonly name: string; readonly level: string }[];
}

/** A shape that was made elsewhere, as a diagram has it. */
export interface ModelWire {
  readonly modelId: number;
  readonly fileName: string;
  readonly bytes: number;
  readonly triangles: number;
  readonly textures: number;
  /** ms */
  readonly madeAt: number;
  readonly madeBy: string;
}

/** What the meters of a picture used in each hour of a day. */
export interface HeatAnswer {
  /** ms: where the first hour begins, and the day ends. */
  readonly from: number;
  readonly to: number;
  readonly meters: readonly HeatMeter[];
}
