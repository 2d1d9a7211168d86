import { sql } from 'kysely';
import { startTask } from '#feature/house/task/server/public.ts';
import type { Db } from '#server/database/db.ts';
import type { Services } from '#server/route.ts';
import { FIGURE_RULES } from './repair.ts';

/** The kind of the task that works an enterprise's figures out by today's rules. */
export const KIND = 'figureRules';

interface Enterprise {
  readonly id: number;
  readonly name: string;
}

/** Files a task for each enterprise whose figures older rules made; the operator sees them and how far they are. */
export async function startFigureRepair(db: Db, services: Pick<Services, 'jobs'>): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Enterprise>`
      select c.id, c.org_name as name from figure_rule r join consumer c on c.id = r.consumer_id
      where r.version < ${FIGURE_RULES} and not exists (select from task t where t.kind = ${KIND} and t.consumer_id = c.id
        and t.state in ('queued', 'running', 'stopping'))
      order by c.id for update of r skip locked`.execute(trx);
    if (rows.length === 0) return 0;
    const { rows: operators } = await sql<{ id: number }>`
      select id from org_employee where account_type = '1' order by id limit 1`.execute(trx);
    const [operator] = operators;
    if (!operator) return 0;
    for (const { id, name } of rows) {
      await startTask(trx, services, {
        kind: KIND,
        label: { zh: `按新规则修复 ${name} 的用量`, en: `Figures of ${name} by the new rules` },
        params: {},
        consumerId: id,
        employeeId: operator.id,
      });
    }
    return rows.length;
  });
}
