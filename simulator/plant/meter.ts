import { DEVICE_TYPE } from '#contract/deviceType.ts';
import { energyTypeOf } from '#contract/energyType.ts';
import type { Load } from './load.ts';
import type { PlantPoint } from './point.ts';

/** A meter of the plant and what flows through it. */
export interface PlantMeter {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  /** Code of its site. */
  readonly site: string;
  /** Energy type (1 electricity, 2 water, 4 gas, 11 steam, 12 compressed air, 17 thermal power). */
  readonly dataType: '1' | '2' | '4' | '11' | '12' | '17';
  /** Code of the meter above it. */
  readonly parent?: string;
  /** What flows through it beyond the meters below it. */
  readonly load: Load;
  /** Losses as a share of the flow of the meters below it. */
  readonly loss?: number;
  /** Nominal line voltage in V, for electricity. */
  readonly volts?: number;
  /** Mean power factor, for electricity. */
  readonly cosPhi?: number;
  /** kW, for electricity. */
  readonly ratedPower?: number;
}

/** A site of the plant. */
interface PlantSite {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly address: string;
  /** Degrees, WGS 84. */
  readonly longitude: number;
  readonly latitude: number;
}

/** A unit of the organisation with the meters that stand for it: `E-101`, or `-E-102` to take one off. */
interface PlantUnit {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  /** 41 plant area, 42 workshop, 43 team, 44 department. */
  readonly orgType: '41' | '42' | '43' | '44';
  readonly parent?: string;
  readonly meters: readonly string[];
}

/** What takes in electricity and gives cold or compressed air, by the codes of its meters. */
interface PlantSystem {
  readonly name: string;
  readonly nameEn: string;
  /** 1 air conditioning, 2 air compression. */
  readonly type: '1' | '2';
  readonly unit?: string;
  readonly power: string;
  readonly output: string;
  /** kW */
  readonly minPower: number;
}

/** A step of making the product, with the meters of all its energies. */
export interface PlantProcedure {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly meters: readonly string[];
}

/** What the plant makes. */
export interface PlantProduct {
  readonly name: string;
  readonly nameEn: string;
  readonly unit: string;
  readonly perDay: number;
  /** Yuan for each unit of the product: what it sells for, what energy it takes. */
  readonly price: number;
  readonly energyCost: number;
  /** Comprehensive energy, kgce for each unit of the product. */
  readonly norms: {
    readonly normLimit: number;
    readonly normAccess: number;
    readonly normAdvanced: number;
    readonly target: number;
  };
}

/** A plant as it is drawn on paper. */
export interface PlantDesign {
  readonly code: string;
  readonly name: string;
  readonly nameEn: string;
  readonly address: string;
  /** GB/T 4754 class. */
  readonly industryId: string;
  readonly areaCode: string;
  readonly sites: readonly PlantSite[];
  readonly meters: readonly PlantMeter[];
  readonly units: readonly PlantUnit[];
  /** Systems whose efficiency is watched. */
  readonly systems?: readonly PlantSystem[];
  readonly procedures?: readonly PlantProcedure[];
  readonly product?: PlantProduct;
  /** Lines that its people hold the demand of the whole plant against, kW. */
  readonly demandLines?: { readonly standard: number; readonly max: number; readonly second: number };
  /** Units whose demand is held against a limit of their own, by code, kW. */
  readonly guarded?: readonly (readonly [unit: string, limit: number])[];
  /** Meters that a gateway of the platform asks over Modbus, by code; the others are sent by gateways of the plant. */
  readonly polled?: readonly string[];
  /** Positions that are told as states. */
  readonly points?: readonly PlantPoint[];
}

/** The device type of a meter. */
export const deviceTypeOf = (meter: PlantMeter): string =>
  energyTypeOf(meter.dataType).meter ?? DEVICE_TYPE.totalAdder;
