import { ENERGY } from '#contract/energyType.ts';
import { microgridLoad } from './microgrid.ts';
import { chiller, cold, meals, none, office, steady } from './load.ts';
import type { PlantDesign } from './meter.ts';

const SITE = 'YS-01';

/** A small office campus: 10 meters on one site, two chillers and the supply of a microgrid among them. */
export const campus: PlantDesign = {
  code: 'campus',
  name: '云杉园区',
  nameEn: 'Spruce Campus',
  address: '云杉路 6 号',
  industryId: 'L7212',
  areaCode: '110000',
  sites: [
    {
      code: SITE,
      name: '园区',
      nameEn: 'Campus',
      address: '云杉路 6 号',
      longitude: 120.16,
      latitude: 30.27,
    },
  ],
  meters: [
    {
      ...electric('E-01', '10 kV 进线', '10 kV incomer', 1500, 10_000),
      load: steady(14),
      loss: 0.01,
    },
    {
      ...electric('E-02', '1# 办公楼', 'Office building 1', 400, 400),
      load: office(260, 0.16),
      parent: 'E-01',
    },
    { ...electric('E-03', '2# 实验楼', 'Laboratory 2', 350, 400), load: office(180, 0.42), parent: 'E-01' },
    { ...electric('E-04', '食堂', 'Canteen', 200, 400), load: meals(110), parent: 'E-01' },
    { ...electric('E-05', '1# 冷水机组', 'Chiller 1', 260, 400), load: chiller(900, 5.6), parent: 'E-01' },
    { ...electric('E-06', '2# 冷水机组', 'Chiller 2', 220, 400), load: chiller(600, 4.7), parent: 'E-01' },
    {
      ...electric('E-07', '光储充并网柜', 'Supply of the microgrid', 400, 400),
      load: microgridLoad,
      parent: 'E-01',
    },
    {
      code: 'H-01',
      name: '1# 机组冷量表',
      nameEn: 'Cold of chiller 1',
      site: SITE,
      dataType: ENERGY.thermalPower,
      load: cold(900),
    },
    {
      code: 'H-02',
      name: '2# 机组冷量表',
      nameEn: 'Cold of chiller 2',
      site: SITE,
      dataType: ENERGY.thermalPower,
      load: cold(600),
    },
    {
      code: 'W-01',
      name: '自来水总管',
      nameEn: 'Water main',
      site: SITE,
      dataType: ENERGY.water,
      load: meals(9),
    },
  ],
  systems: [
    {
      name: '1# 制冷系统',
      nameEn: 'Cooling system 1',
      type: '1',
      power: 'E-05',
      output: 'H-01',
      minPower: 20,
    },
    {
      name: '2# 制冷系统',
      nameEn: 'Cooling system 2',
      type: '1',
      power: 'E-06',
      output: 'H-02',
      minPower: 20,
    },
  ],
  demandLines: { standard: 660, max: 860, second: 800 },
  units: [
    { code: 'HQ', name: '后勤部', nameEn: 'Facilities', orgType: '44', meters: ['E-04', 'W-01'] },
    { code: 'YF', name: '研发部', nameEn: 'Research', orgType: '44', meters: ['E-03'] },
  ],
};

function electric(code: string, name: string, nameEn: string, ratedPower: number, volts: number) {
  return {
    code,
    name,
    nameEn,
    site: SITE,
    dataType: ENERGY.electricity,
    load: none,
    ratedPower,
    volts,
    cosPhi: 0.93,
  } as const;
}
