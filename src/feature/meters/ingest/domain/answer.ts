import type { Text } from '#contract/text.ts';
import { REJECTIONS, type Taken, WAITING_DAYS } from '../contract.ts';
import { waits } from './held.ts';

/** Reply codes of a delivery that was taken: counted, kept without counting, nothing of it can be kept. */
type TakenCode = 200 | 202 | 422;

/** What the sender is told of a delivery. The code is the envelope's; HTTP says 200, as sending again mends nothing. */
export interface Answer {
  readonly code: TakenCode;
  readonly text: Text;
}

const NAMED = 3;

/** What became of a delivery in words, and how to mend it. `ok` stands where every value counts. */
export function answerOf(taken: Taken, gatewayName: string): Answer {
  const counted = taken.accepted + taken.duplicate + taken.conflict;
  const kept = taken.waiting + taken.quarantined;
  const code = counted > 0 || taken.rejectedCount === 0 ? 200 : kept > 0 ? 202 : 422;
  if (taken.rejectedCount === 0)
    return { code, text: counted > 0 ? OK : { zh: '没有数值', en: 'It holds no values' } };
  const parts = [
    ...(counted === 0 ? [{ zh: '没有任何数值计入', en: 'Nothing of it counts' }] : []),
    ...waitingParts(taken, gatewayName),
    ...otherParts(taken),
  ];
  return {
    code,
    text: { zh: `${parts.map(({ zh }) => zh).join('；')}。`, en: `${parts.map(({ en }) => en).join('. ')}.` },
  };
}

const OK: Text = { zh: 'ok', en: 'ok' };

function waitingParts({ waiting, rejected }: Taken, gatewayName: string): Text[] {
  if (waiting === 0) return [];
  const reported = rejected.filter(({ reason }) => waits(reason));
  const names = [
    ...new Set(
      reported.map(({ device, key, reason }) => (reason === 'unknownKey' ? `${device}/${key}` : device)),
    ),
  ];
  const shown = names.slice(0, NAMED).map((name) => name.slice(0, 60));
  const more = names.length > NAMED;
  return [
    {
      zh: `${waiting} 个数值的名称未知（${shown.map((name) => `“${name}”`).join('、')}${more ? ' 等' : ''}）：已暂存 ${WAITING_DAYS} 天，新建以此为编号的表计，或在“通信与采集 → 网关 → ${gatewayName} → 未映射”中映射后即计入`,
      en: `${waiting} values are of unknown names (${shown.map((name) => `“${name}”`).join(', ')}${more ? ', …' : ''}): they wait ${WAITING_DAYS} days and count once a meter with this code is added or the name is mapped at Communication → Gateways → ${gatewayName} → Not mapped`,
    },
  ];
}

function otherParts({ rejected, quarantined }: Taken): Text[] {
  const other = rejected.filter(({ reason }) => !waits(reason));
  const reasons = [...new Set(other.map(({ reason }) => reason))].map((reason) => REJECTIONS[reason]);
  if (reasons.length === 0) return [];
  const where: Text =
    quarantined > 0
      ? {
          zh: '；隔离的数据见“通信与采集 → 通信数据 → 暂存数据”',
          en: '; see Communication → Communication data → Held readings',
        }
      : { zh: '', en: '' };
  return [
    {
      zh: `未计入的原因：${reasons.map(({ zh }) => zh).join('；')}${where.zh}`,
      en: `Not counted: ${reasons.map(({ en }) => en).join(', ')}${where.en}`,
    },
  ];
}
