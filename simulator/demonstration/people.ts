import type { PlantDesign } from '../plant/meter.ts';
import type { Desk } from './desk.ts';

/** The office of a plant. */
interface Staff {
  /** Departments beside those on the drawing, by their code. */
  readonly departments: Readonly<Record<string, string>>;
  /** By name, code of the department, what they do, user name of their account. */
  readonly people: readonly (readonly [
    name: string,
    department: string,
    position: string,
    account: string,
  ])[];
}

const STAFF: Readonly<Record<string, Staff>> = {
  steel: {
    departments: { NY: '能源部', JL: '计量室', SC: '生产部' },
    people: [
      ['王立', 'NY', '能源主管', 'steel'],
      ['李敏', 'JL', '计量检定员', 'inspector'],
      ['张强', 'SC', '值班电工', 'electrician'],
      ['陈静', 'ZH', '核算会计', 'accountant'],
    ],
  },
  campus: {
    departments: {},
    people: [['周海', 'HQ', '能源主管', 'campus']],
  },
};

/** Enters the departments of a plant and their people, each with the account by which they sign in. */
export async function enterPeople(desk: Desk, design: PlantDesign, consumerId: number): Promise<void> {
  const staff = STAFF[design.code];
  if (!staff) return;
  const departments = new Map<string, number>();
  for (const [i, [orgCode, orgName]] of Object.entries(staff.departments).entries()) {
    const values = { orgName, orgType: '44', ix: design.units.length + i };
    departments.set(orgCode, await desk.ensure('sys/orgUnit', { consumerId, orgCode }, values));
  }
  for (const [i, [personName, department, position, userName]] of staff.people.entries()) {
    const account = await desk.find('sys/orgEmployee', { userName });
    await desk.ensure(
      'sys/personInfo',
      { consumerId, personCode: `${design.code.toUpperCase()}-0${i + 1}` },
      {
        personName,
        position,
        orgId:
          departments.get(department) ??
          (await desk.known('sys/orgUnit', { consumerId, orgCode: department })),
        telephone: '031500000000',
        ...(account ? { employeeId: account.id } : {}),
      },
    );
  }
}
