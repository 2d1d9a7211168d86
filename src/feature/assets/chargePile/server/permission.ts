import { funCodeOf } from '#contract/permission.ts';
import { chargePile } from '#resource/archive/chargePile.ts';
import { chargeSession } from '#resource/archive/chargeSession.ts';

export const VIEW = funCodeOf(chargePile, 'view');
export const OPERATE = 'archive.chargePile.operate';
export const JUDGE = 'archive.chargeSession.judge';
export const SESSIONS = funCodeOf(chargeSession, 'view');
export const ANALYSIS = 'SDNGuangchuchong.Running.ChargeAnalysis';
