import type { ExtendKind, ObjectCategory } from '#contract/monitorType.ts';

/** A node of the tree of monitored objects. */
export interface ObjectNode {
  readonly key: number;
  readonly id: number;
  readonly orgId: number;
  readonly parentId: number | null;
  readonly title: string;
  readonly name: string;
  readonly orgName: string;
  readonly orgCode: string;
  readonly category: ObjectCategory;
  readonly siteId: number;
  readonly typeId: number | null;
  readonly typeName: string | null;
  readonly deviceId: number | null;
  readonly meterCount: number;
  readonly itemCount: number;
  readonly state: string;
  readonly children: readonly ObjectNode[];
}

/** A further field of an object's type, with the value that the object has. */
export interface ExtendValue {
  readonly monitorTypeExtendId: number;
  readonly extendCode: string;
  readonly extendName: string;
  readonly fieldType: ExtendKind;
  readonly unit: string | null;
  readonly options: readonly string[];
  readonly required: boolean;
  readonly value: string | null;
}
