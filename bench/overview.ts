import { type Timing, time } from './figure.ts';
import { Caller } from './http.ts';

export interface CallFigure extends Timing {
  readonly call: string;
}

const CALLS = 30;
const AREA = '/api/monitoring/overview/';
const ASKED = {
  getFigures: '',
  getDay: '',
  getMonth: '',
  getYear: '',
  getPower: '',
  getState: '',
  getEnergyDeviceTop: '',
  getHourTop: '',
  getEnergyTree: '',
};

/** What the first screen asks for, each call alone, as the enterprise user of the demonstration. */
export async function overviewCalls(baseUrl: string): Promise<CallFigure[]> {
  const person = new Caller(baseUrl);
  try {
    await person.login('steel', 'steel-demo');
    const [steel] = await person.get<{ id: number }[]>('/api/archive/consumer/getall');
    const figures: CallFigure[] = [];
    for (const [call, more] of Object.entries(ASKED)) {
      const path = `${AREA}${call}?consumerId=${steel?.id}&dataType=1${more}`;
      figures.push({ call, ...(await time(CALLS, () => person.get(path))) });
    }
    return figures;
  } finally {
    person.close();
  }
}
